import { ArcusServer } from 'timed-operation/arcus/testing';
import { describe, expect, test } from 'vitest';
import { newClient } from './new-client.ts';
import { recordPort } from './record-port.ts';

function set(key: string, length: number, exptime = 0): string {
  return `set ${key} 0 ${exptime} ${length}\r\n${'x'.repeat(length)}\r\n`;
}

describe('memory', () => {
  test('above the limit the least recently used items go, whatever their type, but sticky ones stay', () => {
    const { state, ask } = newClient({ limits: { memoryLimit: 9900, stickyLimit: 5000 } });
    ask(set('sticky', 100, -1));
    for (let i = 0; i < 9; i++) ask(set(`k${i}`, 900));
    expect(ask('get k0\r\n')).toMatch(/^VALUE/);
    ask('lop insert l 0 900 create 0 0 0\r\n'.concat('y'.repeat(900), '\r\n'));
    expect(ask('get k0 k1 k2 sticky\r\n').match(/VALUE \S+/g)).toEqual(['VALUE k0', 'VALUE k2', 'VALUE sticky']);
    expect(state.store.evictions).toBe(1);
    expect(state.store.space.used).toBeLessThanOrEqual(9900);
  });

  test('what changes and goes is given back to the last byte', () => {
    const { state, ask } = newClient();
    ask('bop insert b 1 0x01 3 create 0 -1 0\r\nabc\r\nbop upsert b 1 9\r\nabcabcabc\r\nbop insert b 2 1\r\nx\r\n');
    ask('bop incr b 3 1 99 0x0102\r\nbop incr b 3 1\r\nbop update b 1 0x0102 -1\r\nbop delete b 2\r\n');
    ask('mop insert m f 3 create 0 0 0\r\nabc\r\nmop upsert m f 1\r\na\r\nmop update m f 5\r\nabcde\r\n');
    ask(
      'sop insert s 3 create 0 0 1\r\nabc\r\nlop insert l 0 3 create 0 0 1\r\nabc\r\nlop insert l 0 9\r\nabcdefghi\r\n',
    );
    ask('set p:k 0 0 1\r\nx\r\nappend p:k 0 0 1\r\ny\r\n');
    expect(state.store.prefixes.find('p')?.space).toBeGreaterThan(0);
    expect(state.store.space.sticky).toBeGreaterThan(0);
    ask(
      'bop get b 0..9 drop\r\nmop delete m 0 0 drop\r\nsop delete s 3 drop\r\nabc\r\nlop get l 0 drop\r\ndelete p:k\r\n',
    );
    expect(state.store.space).toEqual({ used: 0, sticky: 0 });
    expect([state.store.size, state.store.prefixes.find('p')]).toEqual([0, undefined]);
  });

  test('sticky items are refused above their limit, and a refused set takes the old value with it', () => {
    const { ask } = newClient({ limits: { stickyLimit: 300 } });
    expect(ask(set('a', 300, -1))).toBe('STORED\r\n');
    ask(set('b', 1));
    expect(ask(set('b', 1, -1))).toBe('SERVER_ERROR out of memory storing object\r\n');
    expect(ask('get b\r\n')).toBe('END\r\n');
    expect(ask('lop create l 0 -1 0\r\nincr n 1 0 -1 0\r\nappend a 0 0 1\r\nx\r\n')).toBe(
      'SERVER_ERROR out of memory\r\nSERVER_ERROR out of memory\r\nNOT_STORED\r\n',
    );
    expect(newClient({ limits: { stickyLimit: 0 } }).ask(set('a', 1, -1))).toBe(
      'SERVER_ERROR out of memory storing object\r\n',
    );
  });
});

describe('what a client can make the server hold', () => {
  test.each([
    ['a line without an end', 'x'.repeat(24 * 1024 + 1)],
    ['too many blanks before a line', ' '.repeat(101).padEnd(1025, 'x')],
    ['a get line of more than 2 MiB', `get ${'k '.repeat(1024 * 1024)}`],
  ])('%s closes the connection, in whatever pieces it comes', (_name, request) => {
    for (const size of [request.length, 1000]) {
      const { session } = newClient();
      for (let at = 0; at < request.length; at += size) session.push(Buffer.from(request.slice(at, at + size)));
      expect(session.closed).toBe(true);
      expect(session.push(Buffer.from('\r\nversion\r\n'))).toEqual([]);
    }
  });

  test('a line just as long as may be is read', () => {
    expect(newClient().ask(`${'x'.repeat(24 * 1024)}\r`)).toBe('');
    expect(newClient().ask(`get ${'k '.repeat(20_000)}\r\n`)).toBe('END\r\n');
  });

  test('a response of more than 256 MiB is refused', () => {
    const { ask } = newClient();
    ask(set('k', 1_000_000));
    expect(ask(`get ${'k '.repeat(300)}\r\n`)).toBe('SERVER_ERROR out of memory writing get response\r\n');
    expect(ask('get none\r\n')).toBe('END\r\n');
  });

  test('requests in one piece that call for more than 256 MiB break the connection', () => {
    const server = new ArcusServer();
    const port = server.connect();
    const record = recordPort(port);
    let received = 0;
    port.onData = (bytes) => {
      received += bytes.length;
    };
    record.send(set('k', 1_000_000));
    record.send('get k\r\n'.repeat(300));
    expect([record.closed, server.connections]).toEqual([true, 0]);
    expect(received).toBeLessThanOrEqual(257 * 1024 * 1024);
  });

  test('an announced length takes no memory before its bytes come', () => {
    const { ask } = newClient();
    const before = process.memoryUsage().arrayBuffers;
    expect(ask(`bop mget 3000000 200 0..1 1\r\n${'k'.repeat(1000)}`)).toBe('');
    expect(ask('x'.repeat(10))).toBe('');
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(1_000_000);
  });
});
