import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { Deadline, isTimeoutError, type LateOutcome, timed, timedIterable } from 'timed-operation';
import { ManualRuntime } from 'timed-operation/testing';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { runScript } from '../run-script.ts';
import { hold, reasonOf } from './reason-of.ts';

// B15 is test/gc/pending.test.ts: operations that nobody references still fire, with all their hooks.

describe('B16: a process that waits for nothing else', () => {
  const script = (ref: string) => `
    import { timed } from 'timed-operation';
    const call = timed(() => new Promise(() => {}), { timeout: 80 ${ref} });
    console.log(await call.catch((error) => error.code));
  `;

  it('lives until its limit, and hears of the timeout', async () => {
    expect(await runScript(script(''))).toEqual({ code: 0, stdout: 'ERR_TIMED_OUT\n', stderr: '' });
  });

  it('and does not when it was told not to', async () => {
    // 13 is what Node ends with when the top level still awaits.
    expect(await runScript(script(', ref: false'))).toMatchObject({ code: 13, stdout: '' });
  });
});

describe('B17: a loop of microtasks, which starves all timers', () => {
  it('is timed out when it looks at the clock', async () => {
    const error = await reasonOf(
      timed(async (context) => {
        for (;;) {
          context.throwIfExpired();
          await null;
        }
      }, 20),
    );
    expect(isTimeoutError(error)).toBe(true);
  });

  it('sees that its time is up, and that its signal is aborted once it has asked', async () => {
    const seen: boolean[] = [];
    const error = await reasonOf(
      timed(async (context) => {
        while (context.remaining() > 0) await null;
        seen.push(context.signal.aborted);
        try {
          context.throwIfExpired();
        } finally {
          await null;
          seen.push(context.signal.aborted);
        }
      }, 20),
    );
    expect(isTimeoutError(error)).toBe(true);
    expect(seen).toEqual([false, true]);
  });
});

describe('B18: a server that sends its head, and then nothing', () => {
  let server: Server;
  let url: string;

  beforeAll(async () => {
    server = createServer((_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.write('{"items": [');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  });

  afterAll(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });

  it('times out while its body is read: the scope ends when the whole work does', async () => {
    const error = await reasonOf(
      timed(async ({ signal }) => {
        const response = await fetch(url, { signal });
        expect(response.status).toBe(200);
        return response.json();
      }, 150),
    );
    expect(isTimeoutError(error)).toBe(true);
  });

  it('times out by silence when its body is read as a stream', async () => {
    const controller = new AbortController();
    const { body } = await fetch(url, { signal: controller.signal });
    const chunks: Uint8Array[] = [];
    const read = async () => {
      for await (const chunk of timedIterable(body as ReadableStream<Uint8Array>, { idle: 100 })) chunks.push(chunk);
    };
    expect(await reasonOf(read())).toMatchObject({ kind: 'idle', limitMs: 100 });
    expect(Buffer.concat(chunks).toString()).toBe('{"items": [');
    controller.abort();
  });
});

it('B19: a caller is released at the limit although the work ignores its signal; what is left over is told', async () => {
  const late: LateOutcome[] = [];
  const straggler = hold<string>();
  const call = timed(() => straggler.promise, { timeout: 10, onLate: (outcome) => late.push(outcome) });
  let finished = false;
  const end = call.operation.finished.then(() => {
    finished = true;
  });
  expect(isTimeoutError(await reasonOf(call))).toBe(true);
  expect(finished).toBe(false);
  straggler.resolve('straggler');
  await end;
  await nextTurn();
  expect(late).toEqual([{ stage: 'response', status: 'fulfilled', value: 'straggler' }]);
});

describe('B21: a limit that is spent', () => {
  it('refuses the call without starting it: 0, a deadline that has passed, and every link of a chain under one', async () => {
    const work = vi.fn(() => 'at once');
    const past = Deadline.after(0);
    for (const options of [{ timeout: 0 }, { deadline: past }, { deadline: past, timeout: 50 }, { idle: 0 }]) {
      expect(isTimeoutError(await reasonOf(timed(work, options)))).toBe(true);
    }
    const chain = timed((context) => timed((inner) => timed(work, { within: inner }), { within: context }), 0);
    expect(isTimeoutError(await reasonOf(chain))).toBe(true);
    expect(work).not.toHaveBeenCalled();
  });

  it('refuses what follows at once when it passed while a link was at work, with no wake in between', async () => {
    const runtime = new ManualRuntime();
    const deadline = Deadline.after(15, runtime.clock);
    const begun: number[] = [];
    const outcomes: string[] = [];
    for (let link = 1; link <= 6; link++) {
      const work = () => {
        begun.push(link);
        if (link === 2) runtime.clock.moveTo(20);
        return link;
      };
      const call = timed(work, { deadline, runtime });
      outcomes.push(
        await runtime.run(
          call.then(
            () => 'answered',
            (error) => error.code,
          ),
        ),
      );
    }
    expect(begun).toEqual([1, 2]);
    expect(outcomes).toEqual(['answered', 'answered', ...new Array(4).fill('ERR_TIMED_OUT')]);
  });
});
