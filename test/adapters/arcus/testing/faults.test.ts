import { ArcusServer } from 'timed-operation/arcus/testing';
import { describe, expect, test } from 'vitest';
import { ManualScheduler } from './manual-scheduler.ts';
import { type PortRecord, recordPort } from './record-port.ts';

interface Setup {
  readonly time: ManualScheduler;
  readonly server: ArcusServer;
  connect(): PortRecord;
}

function setup(): Setup {
  const time = new ManualScheduler();
  const server = new ArcusServer({ clock: time, scheduler: time });
  return {
    time,
    server,
    connect: () => {
      const record = recordPort(server.connect());
      const { send } = record;
      return Object.assign(record, {
        send: (text: string) => {
          send(text);
          time.advance(0);
        },
      });
    },
  };
}

const VERSION = 'VERSION 1.15.0\r\n';

describe('a fault strikes the responses it is meant for', () => {
  test('delay holds a response, and those behind it, for so long', () => {
    const { time, server, connect } = setup();
    const client = connect();
    server.inject({ kind: 'delay', ms: 100 }, { times: 1 });
    client.send('version\r\nready\r\n');
    time.advance(99);
    expect(client.text).toBe('');
    time.advance(1);
    expect(client.text).toBe(`${VERSION}READY\r\n`);
  });

  test('hang holds it until released; the command has been carried out', () => {
    const { time, server, connect } = setup();
    const [one, other] = [connect(), connect()];
    const fault = server.inject({ kind: 'hang' }, { command: 'set' });
    one.send('set k 0 0 1\r\nv\r\nversion\r\n');
    other.send('get k\r\n');
    time.advance(1_000_000);
    expect([one.text, other.text]).toEqual(['', 'VALUE k 0 1\r\nv\r\nEND\r\n']);
    fault.release();
    time.advance(0);
    expect(one.text).toBe(`STORED\r\n${VERSION}`);
    one.send('set k 0 0 1\r\nv\r\n');
    expect(one.text).toBe(`STORED\r\n${VERSION}STORED\r\n`);
  });

  test('slow writes so many bytes at a time', () => {
    const { time, server, connect } = setup();
    const client = connect();
    server.inject({ kind: 'slow', bytes: 5, ms: 10 }, { times: 1 });
    client.send('version\r\nready\r\n');
    expect(client.text).toBe('');
    time.advance(10);
    expect(client.text).toBe('VERSI');
    time.advance(10);
    expect(client.text).toBe('VERSION 1.');
    time.advance(100);
    expect(client.text).toBe(`${VERSION}READY\r\n`);
  });

  test('line comes in place of the response', () => {
    const { server, connect } = setup();
    const client = connect();
    server.inject({ kind: 'line', text: 'SERVER_ERROR out of memory' }, { command: 'lop insert', times: 2 });
    client.send('lop insert l 0 1 create 0 0 0\r\na\r\nlop get l 0\r\n');
    expect(client.text).toBe('SERVER_ERROR out of memory\r\nVALUE 0 1\r\n1 a\r\nEND\r\n');
  });

  test.each([
    [{}, ''],
    [{ bytes: 7 }, 'VERSION'],
  ])('drop breaks the connection after %j of the response', (some, text) => {
    const { time, server, connect } = setup();
    const client = connect();
    server.inject({ kind: 'drop', ...some });
    client.send('version\r\n');
    time.advance(0);
    expect([client.text, client.closed, server.connections]).toEqual([text, true, 0]);
  });

  test('halfClose ends the answers; what comes after is still carried out', () => {
    const { server, connect } = setup();
    const [client, other] = [connect(), connect()];
    server.inject({ kind: 'halfClose', bytes: 3 }, { connection: 1 });
    client.send('version\r\n');
    client.send('set k 0 0 1\r\nv\r\n');
    other.send('get k\r\n');
    expect([client.text, client.ended, client.closed]).toEqual(['VER', true, false]);
    expect(other.text).toBe('VALUE k 0 1\r\nv\r\nEND\r\n');
  });

  test('refuse closes a new connection without a byte, for as many as it says', () => {
    const { time, server, connect } = setup();
    server.inject({ kind: 'refuse' }, { times: 1 });
    const refused = connect();
    time.advance(0);
    expect([refused.closed, server.connections]).toEqual([true, 0]);
    const client = connect();
    client.send('version\r\n');
    expect(client.text).toBe(VERSION);
  });
});

describe('the scope of a fault', () => {
  test('connection, command, skip and times narrow it together', () => {
    const { server, connect } = setup();
    const [one, two] = [connect(), connect()];
    const fault = server.inject(
      { kind: 'line', text: 'ERROR x' },
      { connection: 2, command: 'get k', skip: 1, times: 1 },
    );
    for (const client of [one, two]) client.send('get k\r\nget k\r\nget kk\r\nget k\r\n');
    expect(one.text).toBe('END\r\n'.repeat(4));
    expect(two.text).toBe('END\r\nERROR x\r\nEND\r\nEND\r\n');
    expect(fault.struck).toBe(1);
  });

  test('the earliest fault that fits strikes; when it is used up the next one does', () => {
    const { server, connect } = setup();
    const client = connect();
    server.inject({ kind: 'line', text: 'ERROR 1' }, { times: 1 });
    server.inject({ kind: 'line', text: 'ERROR 2' }, { times: 1 });
    client.send('version\r\n'.repeat(3));
    expect(client.text).toBe(`ERROR 1\r\nERROR 2\r\n${VERSION}`);
  });

  test('a pipe has one response: its fault is that of the request that ends it', () => {
    const { server, connect } = setup();
    const client = connect();
    server.inject({ kind: 'line', text: 'ERROR x' }, { command: 'lop insert' });
    client.send('lop insert l 0 1 create 0 0 0 pipe\r\na\r\nlop insert l 0 1\r\nb\r\n');
    expect(client.text).toBe('ERROR x\r\n');
  });

  test.each([
    [{ kind: 'delay', ms: -1 } as const, 'ms must be a finite number of at least 0, not -1'],
    [{ kind: 'delay', ms: Number.NaN } as const, 'not NaN'],
    [{ kind: 'slow', bytes: 0, ms: 1 } as const, 'bytes must be at least 1'],
    [{ kind: 'line', text: 'a\r\nb' } as const, 'one line'],
  ])('%j is refused at the door', (fault, message) => {
    expect(() => setup().server.inject(fault)).toThrow(message);
  });

  test('a fault that waits does so in real time when no scheduler is given', async () => {
    const server = new ArcusServer();
    server.inject({ kind: 'delay', ms: 1 });
    const client = server.connect();
    const answered = new Promise((resolve) => {
      client.onData = resolve;
    });
    client.write(new TextEncoder().encode('version\r\n'));
    await answered;
  });

  test('very many responses may wait behind a fault, and come in order', () => {
    const { time, server, connect } = setup();
    const client = connect();
    server.inject({ kind: 'delay', ms: 10 }, { times: 1 });
    client.send(`set n 0 0 1\r\n0\r\n${'incr n 1\r\n'.repeat(30_000)}`);
    time.advance(10);
    expect(client.text).toBe(`STORED\r\n${Array.from({ length: 30_000 }, (_, i) => `${i + 1}\r\n`).join('')}`);
  });

  test('responses of more than 256 MiB behind a fault break the connection', () => {
    const { time, server, connect } = setup();
    const client = connect();
    client.send(`set k 0 0 1000000\r\n${'x'.repeat(1_000_000)}\r\n`);
    server.inject({ kind: 'hang' });
    for (let i = 0; i < 300; i++) client.send('get k\r\n');
    time.advance(0);
    expect([client.text, client.closed, server.connections]).toEqual(['STORED\r\n', true, 0]);
  });

  test('closing the server drops what waits', async () => {
    const { time, server, connect } = setup();
    const client = connect();
    server.inject({ kind: 'delay', ms: 100 });
    client.send('version\r\n');
    expect(time.waiting).toBe(1);
    await server.close();
    time.advance(1000);
    expect([client.text, client.closed, time.waiting]).toEqual(['', true, 0]);
  });
});
