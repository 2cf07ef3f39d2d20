import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { TimedOperation } from 'timed-operation';
import {
  type ExploreOptions,
  explore,
  exploreAsync,
  formatReport,
  type Probe,
  type Report,
} from 'timed-operation/testing';
import { describe, expect, test } from 'vitest';

describe('a mistake in a probe has a message that names it', () => {
  const messageOf = (probe: Probe<unknown>, options?: ExploreOptions) => formatReport(explore(probe, options));

  test('a real timer', () => {
    const probe: Probe<void> = {
      name: 'timer',
      setup(world) {
        world.anytime('start', () => {
          clearTimeout(setTimeout(() => {}, 5));
        });
      },
    };
    expect(messageOf(probe)).toContain('the probe used setTimeout: a real timer is no part of the run');
  });

  test("a real timer behind the platform's signal", () => {
    const probe: Probe<AbortSignal> = { name: 'signal', setup: () => AbortSignal.timeout(5) };
    expect(messageOf(probe)).toContain('the probe used AbortSignal.timeout: a real timer is no part of the run');
  });

  test.each<[string, string, (probe: Probe<void>) => Report | Promise<Report>]>([
    ['setTimeout', 'explore', explore],
    ['setTimeout', 'exploreAsync', exploreAsync],
    ['setTimeout', 'exploreAsync, by hops', (probe) => exploreAsync(probe, { byHop: true, strategy: 'natural' })],
  ])('%s in a step, in %s', async (name, _how, check) => {
    const before = globalThis.setTimeout;
    const report = await check({
      name: 'timer',
      setup(world) {
        world.anytime('start', () => clearTimeout(setTimeout(() => {}, 5)));
      },
    });
    expect(formatReport(report)).toContain(`the probe used ${name}: a real timer is no part of the run`);
    expect(globalThis.setTimeout).toBe(before);
  });

  test('chance', () => {
    const probe: Probe<number> = { name: 'chance', setup: () => Math.random() };
    expect(messageOf(probe)).toContain('the probe used Math.random');
  });

  test.each<[string, (probe: Probe<Socket>) => Report | Promise<Report>]>([
    ['explore', explore],
    ['exploreAsync', exploreAsync],
    ['exploreAsync, by hops', (probe) => exploreAsync(probe, { byHop: true, strategy: 'natural' })],
  ])('a real socket that nobody waits for, in %s', async (_name, check) => {
    const sockets: Socket[] = [];
    const accepted: Socket[] = [];
    const server = createServer((socket) => accepted.push(socket)).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const report = await check({
      name: 'socket',
      setup() {
        const socket = connect({ host: '127.0.0.1', port });
        sockets.push(socket.on('error', () => {}));
        return socket;
      },
    });
    // The next check counts what is open when it begins.
    for (const socket of sockets) if (!socket.closed) await once(socket.destroy(), 'close');
    for (const socket of accepted) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
    expect(report.ok).toBe(false);
    expect(formatReport(report)).toMatch(
      /a real TCP\w+: what comes from outside is no part of the run; use `world.pipe`/,
    );
  });

  test('anything else that is not on the tape', () => {
    let runs = 0;
    const probe: Probe<void> = {
      name: 'counts its runs',
      setup(world) {
        runs++;
        world.anytime(runs % 2 === 0 ? 'even' : 'odd', () => {});
        world.anytime('other', () => {});
      },
    };
    expect(messageOf(probe)).toContain('two runs of the same tape differed');
  });

  test('a run without an end', () => {
    const probe: Probe<void> = {
      name: 'endless',
      setup(world) {
        const again = () => world.anytime('again', again);
        again();
      },
    };
    expect(messageOf(probe, { strategy: 'natural', maxSteps: 50 })).toContain('not over after 50 steps');
  });

  test('an operation that is never decided', () => {
    const probe: Probe<void> = {
      name: 'waits for ever',
      setup(world) {
        new TimedOperation(world.runtime, {}, undefined).submit(() => {});
      },
    };
    expect(messageOf(probe)).toContain('it is still pending, and nothing is left to happen');
  });

  test('code that awaits, where nothing can run it', () => {
    const probe: Probe<void> = {
      name: 'awaits',
      setup(world) {
        world.settles((async () => world.now)());
      },
    };
    expect(messageOf(probe)).toContain('this probe is async: use `exploreAsync`');
  });

  test('something held', () => {
    expect(messageOf({ name: 'leak', setup: (world) => world.track('a socket') })).toContain('still held: a socket');
  });

  test('a point that must not be reached', () => {
    const probe: Probe<void> = {
      name: 'unreachable',
      setup: (world) => world.anytime('event', () => world.unreachable('never here')),
    };
    expect(messageOf(probe)).toContain('unreachable: never here');
  });
});
