// What users of other RPC libraries have run into, each on a real socket. The numbers are those of docs/design/problems.md.
import { execFile } from 'node:child_process';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { defaultRuntime, type TimedContext } from 'timed-operation';
import { createServer, dial, method, service } from 'timed-operation/geerpc';
import { bytes, GobEncoder, int, string, struct, uint } from 'timed-operation/geerpc/gob';
import { ManualRuntime } from 'timed-operation/testing';
import { describe, expect, test } from 'vitest';
import { encodeOption } from '../../../src/adapters/geerpc/option.ts';
import { unreachableHost } from '../support/unreachable-host.ts';
import { realServed, tcpPeer } from './support/real-served.ts';
import { Args, Foo } from './support/services.ts';

const One = { Num1: 1, Num2: 2 };
const of = (call: Promise<unknown>) => call.catch((error: unknown) => error);

/** Waits for what another event of the loop brings about. */
async function until(condition: () => boolean): Promise<void> {
  for (let look = 0; look < 1_000 && !condition(); look++) await sleep(10);
  expect(condition()).toBe(true);
}

describe('time', () => {
  test('I1 and J6: a response 500 ms late under a limit of 100 ms times out, is counted, and goes to nobody', async () => {
    await using served = await realServed();
    const { client } = served;
    const late: number[] = [];
    client.on('late', ({ seq }) => late.push(Number(seq)));
    const slow = of(client.call('Foo.Sleep', 500, { timeout: 100 }));
    expect(await client.call('Foo.Sum', One)).toBe(3);
    expect(await slow).toMatchObject({ code: 'ERR_TIMED_OUT', limitMs: 100, stage: 'reading', written: true });
    expect(client.stats).toEqual({ inFlight: 0, queued: 0, timeouts: 1, late: 0 });
    await until(() => client.stats.late === 1);
    expect(late).toEqual([1]);
    expect(await client.call('Foo.Sum', One)).toBe(3);
  });

  test('I2, I8, J3 and J19: a server that accepts and stays silent costs a call without a limit 10 s, and not more', async () => {
    await using peer = await tcpPeer((socket) => socket.resume());
    const runtime = new ManualRuntime();
    const dialled = dial(peer.address, { runtime, services: [Foo] });
    while (dialled.operation.outcome === undefined) {
      await sleep(1);
      await runtime.settle();
    }
    const client = await dialled;
    const call = client.call('Foo.Sum', One);
    const outcome = of(call);
    await runtime.advanceAsync(9_999);
    expect(call.operation.outcome).toBeUndefined();
    expect(client.stats.inFlight).toBe(1);
    await runtime.advanceAsync(1);
    expect(await outcome).toMatchObject({ code: 'ERR_TIMED_OUT', limitMs: 10_000 });
    // Nothing has come in all that time: the connection is given up with it.
    await runtime.settle();
    expect(client.available).toBe(false);
  });

  test('I3: a connection that falls silent is given up without waiting for TCP, and all that wait on it are told', async () => {
    await using peer = await tcpPeer((socket) => socket.resume());
    await using client = await dial(peer.address, { services: [Foo], retireAfter: 100 });
    const patient = of(client.call('Foo.Sum', One, { timeout: Number.POSITIVE_INFINITY }));
    const hasty = of(client.call('Foo.Sum', One, { timeout: 30 }));
    expect(await hasty).toMatchObject({ code: 'ERR_TIMED_OUT' });
    expect(await patient).toMatchObject({ code: 'ERR_CANCELLED', source: 'internal' });
    expect(client.available).toBe(false);
  });

  test('I7 and I9: a host out of reach, and one that does not answer CONNECT, end a dial at its own limit', async () => {
    const host = await unreachableHost();
    await using peer = await tcpPeer((socket) => socket.resume());
    const [, port] = peer.address.split(':');
    const dials = [`tcp@127.0.0.1:${host.port}`, `http@127.0.0.1:${port}`].map((address) =>
      of(dial(address, { connectTimeout: 100 })),
    );
    const errors = await Promise.all(dials);
    expect(errors).toMatchObject([
      { code: 'ERR_TIMED_OUT', stage: 'connecting' },
      { code: 'ERR_TIMED_OUT', stage: 'reading' },
    ]);
    await until(() => peer.sockets[0]?.readableEnded === true);
    await host.stop();
  });

  test('J9: a thousand small limits against responses of the same moment, each ends once and with its own', async () => {
    await using served = await realServed();
    const { client } = served;
    const limits = [0, 5, 20, 40, Number.POSITIVE_INFINITY];
    const calls = Array.from({ length: 1_000 }, (_, at) =>
      of(client.call('Foo.Sleep', (at * 7) % 45, { timeout: limits[at % limits.length] as number })),
    );
    for (const [at, outcome] of (await Promise.all(calls)).entries()) {
      const limitMs = limits[at % limits.length];
      if (typeof outcome === 'number') expect(outcome).toBe((at * 7) % 45);
      else expect(outcome).toMatchObject({ code: 'ERR_TIMED_OUT', limitMs });
      if (limitMs === Number.POSITIVE_INFINITY) expect(outcome).toBeTypeOf('number');
    }
    expect(client.stats).toMatchObject({ inFlight: 0, queued: 0 });
    expect(await client.call('Foo.Sum', One)).toBe(3);
  });
});

describe('a socket that takes no more', () => {
  const Blob = service('Blob', { Size: method(bytes, int) });
  // A few of these are more than the system takes for a connection that nobody reads.
  const big = new Uint8Array(4_000_000);

  test('J4, J5 and I10: the limit covers waiting to be sent, and what is not sent by then never is', async () => {
    const received: Buffer[] = [];
    await using peer = await tcpPeer((socket) => {
      socket.on('data', (chunk) => received.push(chunk));
      socket.pause();
    });
    await using client = await dial(peer.address, { services: [Foo, Blob], retireAfter: Number.POSITIVE_INFINITY });
    const filling = Array.from({ length: 5 }, () => of(client.call('Blob.Size', big, { timeout: 200 })));
    await sleep(20);
    const behind = of(client.call('Foo.Sleep', 1, { timeout: 50 }));
    const cancelled = client.call('Foo.Sleep', 1);
    cancelled.cancel('enough');
    expect(await of(cancelled)).toMatchObject({ code: 'ERR_CANCELLED' });
    expect(await behind).toMatchObject({ code: 'ERR_TIMED_OUT', stage: 'queued', written: false });
    const [first, ...others] = await Promise.all(filling);
    expect(first).toMatchObject({ code: 'ERR_TIMED_OUT', stage: 'writing', written: true });
    const unsent = others.filter((error) => !(error as { written: boolean }).written).length;
    expect(unsent).toBeGreaterThan(0);
    for (const socket of peer.sockets) socket.resume();
    const later = of(client.call('Foo.Sum', One, { timeout: 60_000 }));
    const seen = () => Buffer.concat(received);
    await until(() => seen().includes('Foo.Sum'));
    expect(seen().includes('Foo.Sleep')).toBe(false);
    expect(seen().length).toBeLessThan((6 - unsent) * big.length);
    await client.close();
    expect(await later).toMatchObject({ code: 'ERR_CANCELLED' });
  });

  test('I27: a connection that takes no bytes is given up once a call has waited for it in vain', async () => {
    await using peer = await tcpPeer((socket) => socket.pause());
    await using client = await dial(peer.address, { services: [Foo, Blob], retireAfter: 300 });
    const patient = { timeout: Number.POSITIVE_INFINITY };
    const filling = Array.from({ length: 5 }, () => of(client.call('Blob.Size', big, patient)));
    await sleep(20);
    const unsent = of(client.call('Foo.Sum', One, patient));
    expect(await of(client.call('Foo.Sum', One, { timeout: 50 }))).toMatchObject({
      code: 'ERR_TIMED_OUT',
      stage: 'queued',
    });
    for (const outcome of await Promise.all([...filling, unsent]))
      expect(outcome).toMatchObject({ code: 'ERR_CANCELLED', source: 'internal' });
    expect(client.available).toBe(false);
  });

  test('I22: calls beyond the queue are refused at once, and those that expire make room', async () => {
    await using peer = await tcpPeer((socket) => socket.pause());
    await using client = await dial(peer.address, { services: [Foo], maxInFlight: 10, maxQueued: 20 });
    const calls = Array.from({ length: 100 }, () => of(client.call('Foo.Sum', One, { timeout: 50 })));
    const codes = (await Promise.all(calls)).map((error) => (error as { code: string }).code);
    expect(codes.filter((code) => code === 'ERR_TIMED_OUT')).toHaveLength(20);
    expect(codes.filter((code) => code === 'ERR_GEERPC_BUSY')).toHaveLength(80);
    expect(client.stats).toMatchObject({ inFlight: 0, queued: 0 });
  });
});

describe('connections', () => {
  const Header = struct('Header', { ServiceMethod: string, Seq: uint, Error: string });

  test('J1: a request in one packet with its Option is answered, on each of 200 fresh connections', async () => {
    await using served = await realServed();
    const port = Number(served.address.split(':').at(-1));
    const option = encodeOption({ codec: 'application/gob', connectTimeout: 0n, handleTimeout: 0n });
    const request = new GobEncoder().encodeAll([Header, { ServiceMethod: 'Foo.Sum', Seq: 1, Error: '' }], [Args, One]);
    const trimmed = Buffer.from(option).toString().trimEnd();
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, at) => {
        const first = at % 2 === 0 ? Buffer.from(option) : Buffer.from(at % 4 === 1 ? trimmed : `${trimmed}\n`);
        return new Promise<Buffer>((resolve, reject) => {
          const socket = connect(port, '127.0.0.1');
          socket.on('error', reject);
          socket.once('data', (answer) => {
            socket.destroy();
            resolve(answer);
          });
          socket.write(Buffer.concat([first, request]));
        });
      }),
    );
    expect(answers.every((answer) => answer.includes('Foo.Sum'))).toBe(true);
  });

  test('I5: every call in flight ends, once, when its connection breaks', async () => {
    await using peer = await tcpPeer((socket) => socket.resume());
    await using client = await dial(peer.address, { services: [Foo] });
    let ends = 0;
    const calls = Array.from({ length: 100 }, () => {
      const call = client.call('Foo.Sum', One);
      const ended = () => ends++;
      call.then(ended, ended);
      return of(call);
    });
    await until(() => client.stats.inFlight === 100 && peer.sockets.length === 1);
    peer.sockets[0]?.resetAndDestroy();
    for (const outcome of await Promise.all(calls))
      expect(outcome).toMatchObject({
        code: 'ERR_CANCELLED',
        source: 'internal',
        cause: { code: 'ERR_GEERPC_CONNECTION' },
      });
    expect(ends).toBe(100);
    expect(await of(client.call('Foo.Sum', One))).toMatchObject({ code: 'ERR_GEERPC_SHUTDOWN' });
  });

  test('I28: listeners that throw while a connection is given up are reported, and stop nothing', async () => {
    await using peer = await tcpPeer((socket) => socket.resume());
    const client = await dial(peer.address, { services: [Foo], retireAfter: 50 });
    const reported: unknown[] = [];
    const { reportError } = globalThis as { reportError?: unknown };
    Object.assign(globalThis, { reportError: (error: unknown) => reported.push(error) });
    for (const name of ['timeout', 'retire', 'close'] as const) {
      client.on(name, () => {
        throw new Error(name);
      });
    }
    let closed = 0;
    client.on('close', () => closed++);
    await of(client.call('Foo.Sum', One, { timeout: 20 }));
    await until(() => closed === 1);
    Object.assign(globalThis, { reportError });
    expect(reported.map(String)).toEqual(['Error: timeout', 'Error: retire', 'Error: close']);
  });

  test('I20, J11 and J16: a process ends by itself after close, whatever its limits were', async () => {
    const script = fileURLToPath(new URL('support/leaves-nothing.ts', import.meta.url));
    const loader = new URL('../../../tools/ts.mjs', import.meta.url).href;
    const args = ['-C', 'timed-operation-source', '--import', loader, script];
    const { stdout } = await promisify(execFile)(process.execPath, args, { timeout: 20_000 });
    expect(stdout.trim()).toBe('closed');
  });

  test('J15: a signal that outlives its calls holds no listener of theirs, and no signal of the platform is made', async () => {
    await using served = await realServed();
    const { client } = served;
    const { any, timeout } = AbortSignal;
    let made = 0;
    const counted = () => {
      made++;
      return new AbortController().signal;
    };
    Object.assign(AbortSignal, { any: counted, timeout: counted });
    const { signal } = new AbortController();
    const calls = Array.from({ length: 100 }, (_, at) =>
      of(client.call('Foo.Sleep', 5, { signal, timeout: at % 2 === 0 ? 2 : 5_000 })),
    );
    await Promise.all(calls);
    Object.assign(AbortSignal, { any, timeout });
    await until(() => defaultRuntime.scheduler.listeners === 0);
    expect(made).toBe(0);
  });
});

describe('what the server does', () => {
  test('J2 and J13: handle timeouts are answered once each, and handlers that end late, or never, hold nobody up', async () => {
    let aborted = 0;
    const held: ((value: number) => void)[] = [];
    await using served = await realServed({ handleTimeout: 30 }, {}, (server) => {
      server.register(Foo, {
        Sum: () => new Promise(() => undefined),
        Sleep: (_ms, { signal }) => {
          signal.addEventListener('abort', () => aborted++);
          return new Promise((resolve) => held.push(resolve));
        },
      });
    });
    const { client, server } = served;
    const calls = Array.from({ length: 50 }, () => of(client.call('Foo.Sleep', 1)));
    calls.push(of(client.call('Foo.Sum', One)));
    for (const outcome of await Promise.all(calls)) {
      expect(outcome).toMatchObject({
        code: 'ERR_GEERPC_REMOTE',
        message: 'rpc server: request handle timeout: expect within 30ms',
      });
    }
    expect([aborted, server.stats.abandoned]).toEqual([50, 51]);
    for (const end of held) end(1);
    await until(() => server.stats.late === 50);
    expect(server.stats.abandoned).toBe(1);
    expect(client.stats).toMatchObject({ inFlight: 0, late: 0 });
    await client.close();
    await server.close({ drain: 10_000 });
  });

  test('J10, J12 and I31: a handler has its limit and a signal, its own calls inherit both, and nobody has to tell it', async () => {
    let inner: unknown;
    let context: TimedContext | undefined;
    await using nested = await realServed();
    const Outer = service('Outer', { Call: method(int, int) });
    await using served = await realServed({ handleTimeout: 100, services: [Outer] }, {}, (server) => {
      server.register(Outer, {
        Call: (ms, given) => {
          context = given;
          const call = nested.client.call<number>('Foo.Sleep', ms, { within: given, timeout: 60_000 });
          inner = of(call);
          return call;
        },
      });
    });
    // The client says nothing more, and has no limit of its own.
    const outcome = of(served.client.call('Outer.Call', 5_000, { timeout: Number.POSITIVE_INFINITY }));
    await until(() => context !== undefined);
    expect(context?.remaining()).toBeLessThanOrEqual(100);
    expect(await outcome).toMatchObject({ message: 'rpc server: request handle timeout: expect within 100ms' });
    expect(context?.signal.aborted).toBe(true);
    expect(await inner).toBeInstanceOf(Error);
    expect(nested.client.stats.inFlight).toBe(0);
  });

  test('I31: a handler whose client is gone hears of it', async () => {
    let heard: unknown;
    let running = false;
    await using served = await realServed({}, {}, (server) => {
      server.register(Foo, {
        Sum: () => 0,
        Sleep: (_ms, { signal }) =>
          new Promise((_, reject) => {
            running = true;
            signal.addEventListener('abort', () => {
              heard = signal.reason;
              reject(signal.reason);
            });
          }),
      });
    });
    const call = of(served.client.call('Foo.Sleep', 1));
    await until(() => running);
    await served.client.close();
    await until(() => heard !== undefined);
    expect(heard).toMatchObject({ code: 'ERR_CANCELLED' });
    expect(await call).toMatchObject({ code: 'ERR_CANCELLED' });
    await until(() => served.server.stats.late === 1);
  });

  test('I30: an error is answered as surely as a value, and ends its own call alone', async () => {
    await using served = await realServed();
    const { client } = served;
    const outcomes = await Promise.all([
      of(client.call('Err.Fail', 'no such user')),
      of(client.call('Nope.X', One, { types: Foo.methods.Sum })),
      of(client.call('Big.BadReply', 1)),
      of(client.call('Foo.Sum', One)),
    ]);
    expect(outcomes.slice(0, 2)).toMatchObject([
      { code: 'ERR_GEERPC_REMOTE', message: 'no such user' },
      { code: 'ERR_GEERPC_REMOTE', message: expect.stringContaining('Nope') },
    ]);
    expect(outcomes[2]).toBeInstanceOf(Error);
    expect(outcomes[3]).toBe(3);
  });
});

test('J13: a server closes under its drain, whatever its handlers do', async () => {
  const server = createServer();
  let end: (value: number) => void = () => undefined;
  server.register(Foo, {
    Sum: () => new Promise(() => undefined),
    Sleep: () =>
      new Promise((resolve) => {
        end = resolve;
      }),
  });
  const { address } = await server.listen('tcp@127.0.0.1:0');
  await using client = await dial(address, { services: [Foo] });
  const never = of(client.call('Foo.Sum', One));
  const slow = of(client.call('Foo.Sleep', 50));
  const idle = end;
  await until(() => end !== idle);
  const closed = server.close({ drain: 300 });
  end(50);
  expect(await slow).toBe(50);
  await closed;
  expect(await never).toBeInstanceOf(Error);
});
