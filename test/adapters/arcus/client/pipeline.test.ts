import { ArcusQueueFullError, ArcusResponseError } from 'timed-operation/arcus';
import { describe, expect, test } from 'vitest';
import { scriptedClient } from './support/scripted-client.ts';
import { ScriptedPort } from './support/scripted-port.ts';
import { bytes, text } from './support/text.ts';
import { watched } from './support/watched.ts';

/** Each `get` a request of its own. */
const apart = { maxMergedGets: 1 };

const value = (key: string, data: string) => [`VALUE ${key} 0 ${data.length}`, data, 'END'];

describe('writing', () => {
  test('what is asked in one turn of the loop goes out in one write, in the order of the calls', async () => {
    const { client, runtime, port } = await scriptedClient();
    watched(client.kv.get('a'));
    watched(client.kv.set('b', bytes('1')));
    watched(client.kv.get('c'));
    expect(port.writes).toEqual([]);
    await runtime.settle();
    expect(port.writes).toEqual(['get a\r\nset b 0 0 1\r\n1\r\nget c\r\n']);
  });

  test('on a connection that stands still or answers it is written at the end of the tick, else with what the turn brings', async () => {
    const ticks: (() => void)[] = [];
    const soon = (task: () => void) => ticks.push(task);
    const tick = () => {
      for (const task of ticks.splice(0)) task();
    };
    const makePort = () => Object.assign(new ScriptedPort(), { soon });
    const { client, runtime, port } = await scriptedClient({ makePort });
    watched(client.kv.get('a'));
    watched(client.kv.get('b'));
    tick();
    expect(port.writes).toEqual(['get a b\r\n']);
    watched(client.kv.get('c'));
    tick();
    expect(port.writes).toHaveLength(1);
    watched(client.kv.get('d'));
    await runtime.settle();
    expect(port.writes.slice(1)).toEqual(['get c d\r\n']);
    port.reply('END');
    watched(client.kv.get('e'));
    tick();
    expect(port.writes.slice(2)).toEqual(['get e\r\n']);
  });

  test('an operation that times out before it is written is never written', async () => {
    const { client, runtime, port } = await scriptedClient();
    port.room = false;
    watched(client.kv.get('first'));
    await runtime.settle();
    const late = watched(client.kv.get('late', { timeout: 50 }));
    const next = watched(client.kv.get('next'));
    await runtime.settle();
    runtime.advance(50);
    expect(late.operation.outcome).toBe('timedOut');
    port.onDrain();
    await runtime.settle();
    expect(port.writes).toEqual(['get first\r\n', 'get next\r\n']);
    port.reply('END', ...value('next', 'x'));
    await runtime.settle();
    expect(text(await next)).toBe('x');
  });

  test('an operation that is cancelled before it is written is never written, also in the turn of its call', async () => {
    const { client, runtime, port } = await scriptedClient();
    const gone = watched(client.kv.set('gone', bytes('x')));
    const kept = watched(client.kv.get('kept'));
    expect(gone.cancel()).toBe(true);
    await runtime.settle();
    expect(port.writes).toEqual(['get kept\r\n']);
    port.reply(...value('kept', 'y'));
    await runtime.settle();
    expect(text(await kept)).toBe('y');
  });

  test('nothing is written while the connection has no room', async () => {
    const { client, runtime, port } = await scriptedClient();
    port.room = false;
    watched(client.kv.get('a'));
    await runtime.settle();
    watched(client.kv.get('b'));
    watched(client.kv.get('c'));
    await runtime.settle();
    expect(port.writes).toEqual(['get a\r\n']);
    port.room = true;
    port.onDrain();
    await runtime.settle();
    expect(port.writes).toEqual(['get a\r\n', 'get b c\r\n']);
  });

  test('a connection that ends in a write gets nothing more, and its word on room is not that of the next one', async () => {
    /** Tells its version at once; the first one breaks at the first write. */
    class BrittlePort extends ScriptedPort {
      readonly #brittle: boolean;
      constructor(attempt: number) {
        super();
        this.#brittle = attempt === 0;
      }
      override write(bytes: Uint8Array): boolean {
        if (bytes[0] === 118) {
          this.reply('VERSION 1.15.0');
          return true;
        }
        super.write(bytes);
        if (!this.#brittle) return true;
        if (this.writes.length === 1) this.break();
        return false;
      }
    }
    const { client, runtime, ports } = await scriptedClient({
      makePort: (attempt) => new BrittlePort(attempt),
      failureMode: 'retry',
      maxMergedGets: 3,
    });
    await runtime.advanceAsync(200);
    const calls = ['a', 'b', 'c', 'd'].map((key) => watched(client.kv.get(key)));
    watched(client.kv.set('big', bytes('x'.repeat(2_000))));
    calls[1]?.cancel();
    await runtime.settle();
    await runtime.settle();
    expect(ports.map((port) => port.writes)).toEqual([['get a c d\r\n'], ['get a c d\r\n']]);
    ports[1]?.reply(...value('c', '3'));
    await runtime.settle();
    expect(text(await calls[2])).toBe('3');
  });

  test('a connection whose write throws is given up: nobody knows how much of it was written', async () => {
    const { client, runtime, port, ports } = await scriptedClient({ maxMergedGets: 1 });
    await runtime.advanceAsync(200);
    port.write = () => {
      throw new Error('no more');
    };
    const lost = watched(client.kv.incr('n', 1));
    await runtime.settle();
    await runtime.settle();
    expect(lost.operation.outcome).toBe('cancelled');
    await expect(lost).rejects.toMatchObject({ code: 'ERR_CANCELLED' });
    expect(ports).toHaveLength(2);
    expect(port.destroyed).toBe(true);
    const next = watched(client.kv.get('a'));
    await runtime.settle();
    ports[1]?.reply('END');
    await runtime.settle();
    expect(await next).toBeUndefined();
  });

  test('a read whose caller has spoilt what it was about is not sent again, and nobody else hears of it', async () => {
    const { client, runtime, port, ports } = await scriptedClient({ failureMode: 'retry' });
    const values = [Uint8Array.of(1)];
    const filter = { offset: 0, comparison: 'EQ', values } as const;
    const calls = [
      watched(client.kv.get('a')),
      watched(client.btree.get('b', 1n, { filter })),
      watched(client.kv.get('c')),
    ] as const;
    await runtime.settle();
    values.length = 0;
    port.break();
    await runtime.settle();
    await runtime.advanceAsync(200);
    await expect(calls[1]).rejects.toMatchObject({ code: 'ERR_ARCUS_ARGUMENT' });
    expect(ports[1]?.written).toBe('get a c\r\n');
    ports[1]?.reply('END');
    await runtime.settle();
    expect([await calls[0], await calls[2]]).toEqual([undefined, undefined]);
  });

  test('what was given up while waiting gives its memory back, however much of it', async () => {
    const { client, runtime, port } = await scriptedClient({ maxQueued: 10 });
    port.room = false;
    watched(client.kv.get('first'));
    await runtime.settle();
    for (let round = 0; round < 5_000; round++) {
      const call = watched(client.kv.set(`k${round}`, bytes('x'.repeat(100))));
      call.cancel();
    }
    const last = watched(client.kv.get('last'));
    port.onDrain();
    await runtime.settle();
    expect(port.writes).toEqual(['get first\r\n', 'get last\r\n']);
    port.reply('END', ...value('last', 'z'));
    await runtime.settle();
    expect(text(await last)).toBe('z');
  });
});

describe('bounds', () => {
  test('a queue that is full refuses at once, and nothing of it is sent', async () => {
    const { client, runtime, port } = await scriptedClient({ maxQueued: 2 });
    watched(client.kv.get('a'));
    watched(client.kv.get('b'));
    const refused = watched(client.kv.get('c'));
    await runtime.settle();
    await expect(refused).rejects.toThrow(ArcusQueueFullError);
    expect(port.written).toBe('get a b\r\n');
  });

  test('a queue is full by bytes, too', async () => {
    const { client, runtime } = await scriptedClient({ maxQueuedBytes: 100 });
    watched(client.kv.set('a', bytes('x'.repeat(100))));
    const refused = watched(client.kv.get('b'));
    await runtime.settle();
    await expect(refused).rejects.toMatchObject({ code: 'ERR_ARCUS_QUEUE_FULL', node: 'cache:11211' });
  });

  test('more than may be in flight stays queued until answers come', async () => {
    const { client, runtime, port } = await scriptedClient({ maxInFlight: 2, ...apart });
    for (const key of ['a', 'b', 'c', 'd', 'e']) watched(client.kv.get(key));
    await runtime.settle();
    expect(port.writes).toEqual(['get a\r\nget b\r\n']);
    expect(client.nodes[0]).toMatchObject({ queued: 3, inFlight: 2 });
    port.reply('END');
    await runtime.settle();
    port.reply('END', 'END');
    await runtime.settle();
    expect(port.writes).toEqual(['get a\r\nget b\r\n', 'get c\r\n', 'get d\r\nget e\r\n']);
  });

  test('bytes in flight are bounded, and one request larger than the bound goes alone', async () => {
    const { client, runtime, port } = await scriptedClient({ maxInFlightBytes: 50 });
    watched(client.kv.set('a', bytes('x'.repeat(100))));
    watched(client.kv.get('b'));
    await runtime.settle();
    expect(port.writes).toHaveLength(1);
    port.reply('STORED');
    await runtime.settle();
    expect(port.writes[1]).toBe('get b\r\n');
  });
});

describe('answers', () => {
  test('a late answer is swallowed by its own place, and its neighbours get theirs', async () => {
    const { client, runtime, port } = await scriptedClient(apart);
    const calls = [
      watched(client.kv.get('a')),
      watched(client.kv.get('b', { timeout: 100 })),
      watched(client.kv.get('c')),
    ] as const;
    await runtime.settle();
    runtime.advance(100);
    expect(client.nodes[0]).toMatchObject({ inFlight: 3, tombstones: 1 });
    port.reply(...value('a', '1'), ...value('b', '2'), ...value('c', '3'));
    await runtime.settle();
    expect(text(await calls[0])).toBe('1');
    await expect(calls[1]).rejects.toMatchObject({ code: 'ERR_TIMED_OUT' });
    expect(text(await calls[2])).toBe('3');
    expect(client.nodes[0]).toMatchObject({ inFlight: 0, tombstones: 0, lateResponses: 1 });
  });

  test('an operation given up in the middle of its response leaves the rest to its place', async () => {
    const { client, runtime, port } = await scriptedClient(apart);
    const gone = watched(client.kv.get('a'));
    const next = watched(client.kv.get('b'));
    await runtime.settle();
    port.reply('VALUE a 0 5');
    gone.cancel();
    port.reply('hello', 'END', ...value('b', 'mine'));
    await runtime.settle();
    expect(text(await next)).toBe('mine');
  });

  test('a value under a key that was not asked for is given to nobody', async () => {
    const { client, runtime, port, ports } = await scriptedClient(apart);
    const calls = [watched(client.kv.get('a')), watched(client.kv.get('b'))];
    await runtime.settle();
    port.reply(...value('b', 'not of a'));
    await runtime.settle();
    await expect(calls[0]).rejects.toMatchObject({ code: 'ERR_ARCUS_PROTOCOL', fault: 'unexpected_key' });
    await expect(calls[1]).rejects.toMatchObject({ code: 'ERR_CANCELLED', source: 'internal' });
    expect(port.destroyed).toBe(true);
    expect(ports).toHaveLength(2);
  });

  test('a late value under a wrong key does not pass through a tombstone either', async () => {
    const { client, runtime, port } = await scriptedClient();
    watched(client.kv.get('a', { timeout: 10 }));
    await runtime.settle();
    runtime.advance(10);
    port.reply(...value('b', 'x'));
    expect(port.destroyed).toBe(true);
  });

  test('bytes that nobody asked for end the connection', async () => {
    const { runtime, port, ports, client } = await scriptedClient();
    watched(client.kv.get('a'));
    await runtime.settle();
    port.reply('END');
    await runtime.settle();
    port.reply('STORED');
    await runtime.settle();
    expect(port.destroyed).toBe(true);
    expect(ports).toHaveLength(2);
    expect(client.nodes[0]?.state).toBe('connected');
  });

  test.each([
    'SERVER_ERROR out of memory storing object',
    'CLIENT_ERROR cannot increment or decrement non-numeric value',
    'SERVER_ERROR internal',
    'NOT_SUPPORTED',
    'TYPE_MISMATCH',
  ])('%s fails its own operation alone, and the connection stays', async (line) => {
    const { client, runtime, port } = await scriptedClient();
    const calls = [watched(client.kv.get('a')), watched(client.kv.incr('b', 1)), watched(client.kv.get('c'))] as const;
    await runtime.settle();
    port.reply('END', line, ...value('c', '3'));
    await runtime.settle();
    expect(await calls[0]).toBeUndefined();
    await expect(calls[1]).rejects.toThrow(ArcusResponseError);
    await expect(calls[1]).rejects.toMatchObject({ status: line.split(' ')[0], command: 'incr', key: 'b' });
    expect(text(await calls[2])).toBe('3');
    expect(port.destroyed).toBe(false);
  });

  test.each([
    'ERROR unknown command',
    'CLIENT_ERROR bad command line format',
    'CLIENT_ERROR bad data chunk',
    'nonsense',
  ])(
    '%s loses the stream: its operation fails, those behind it are cancelled, the connection is replaced',
    async (line) => {
      const { client, runtime, port, ports } = await scriptedClient();
      const calls = [
        watched(client.kv.get('a')),
        watched(client.kv.set('b', bytes('x'))),
        watched(client.kv.get('c')),
      ] as const;
      await runtime.settle();
      port.reply('END', line, ...value('c', '3'));
      await runtime.settle();
      expect(await calls[0]).toBeUndefined();
      await expect(calls[1]).rejects.toMatchObject({ code: expect.stringMatching(/^ERR_ARCUS_(RESPONSE|PROTOCOL)$/) });
      await expect(calls[2]).rejects.toMatchObject({ code: 'ERR_CANCELLED', source: 'internal' });
      expect(port.destroyed).toBe(true);
      expect(ports).toHaveLength(2);
      const again = watched(client.kv.get('d'));
      await runtime.settle();
      ports[1]?.reply(...value('d', '4'));
      await runtime.settle();
      expect(text(await again)).toBe('4');
    },
  );

  test('a pipe that the server did not finish gives what is known and poisons the connection', async () => {
    const { client, runtime, port, ports } = await scriptedClient();
    const batch = client
      .pipe()
      .listInsert('a', 0, bytes('1'))
      .listInsert('b', 0, bytes('2'))
      .listInsert('c', 0, bytes('3'));
    const outcomes = watched(batch.execute());
    const behind = watched(client.kv.get('d'));
    await runtime.settle();
    port.reply('RESPONSE 2', 'STORED', 'CLIENT_ERROR bad data chunk', 'PIPE_ERROR bad error');
    await runtime.settle();
    expect(await outcomes).toMatchObject([
      { outcome: 'fulfilled', value: true },
      { outcome: 'failed', reason: { code: 'ERR_ARCUS_RESPONSE' } },
      { outcome: 'failed', reason: { code: 'ERR_ARCUS_PIPE' } },
    ]);
    await expect(behind).rejects.toMatchObject({ code: 'ERR_CANCELLED', source: 'internal' });
    expect(port.destroyed).toBe(true);
    expect(ports).toHaveLength(2);
  });

  test('a value that cannot be decoded fails its own operation alone', async () => {
    const { client, runtime, port } = await scriptedClient({
      ...apart,
      transcoder: {
        encode: (data: Uint8Array) => ({ flags: 0, data }),
        decode: (_flags, data) => {
          if (data.length === 1) throw new RangeError('cannot decode');
          return data;
        },
      },
    });
    const calls = [watched(client.kv.get('a')), watched(client.kv.get('b'))] as const;
    const many = watched(client.kv.getMany(['c', 'd']));
    await runtime.settle();
    port.reply(...value('a', 'x'), ...value('b', 'fine'), 'VALUE c 0 1', 'x', 'VALUE d 0 4', 'fine', 'END');
    await runtime.settle();
    await expect(calls[0]).rejects.toThrow('cannot decode');
    expect(text(await calls[1])).toBe('fine');
    expect([...(await many).values()].map(({ outcome }) => outcome)).toEqual(['failed', 'fulfilled']);
    expect(port.destroyed).toBe(false);
  });

  test('an answer that has come is decoded outside the limit, and never reported as a timeout', async () => {
    const { client, runtime, port } = await scriptedClient();
    const call = watched(client.kv.get('a', { timeout: 10 }));
    await runtime.settle();
    port.reply(...value('a', 'x'));
    runtime.clock.moveTo(runtime.now + 1_000);
    runtime.scheduler.fire(runtime.now);
    await runtime.settle();
    expect(text(await call)).toBe('x');
  });

  test('answers cut anywhere go where they belong', async () => {
    const { client, runtime, port } = await scriptedClient();
    const calls = [watched(client.kv.get('a')), watched(client.kv.incr('n', 1)), watched(client.kv.get('c'))] as const;
    await runtime.settle();
    const stream = `${[...value('a', 'one'), '42', ...value('c', 'three')].join('\r\n')}\r\n`;
    for (const byte of Buffer.from(stream)) port.onData(Uint8Array.of(byte));
    await runtime.settle();
    expect([text(await calls[0]), await calls[1], text(await calls[2])]).toEqual(['one', 42n, 'three']);
  });
});
