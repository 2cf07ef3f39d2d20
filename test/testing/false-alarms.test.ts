import { type AbortSignalLike, TimedOperation } from 'timed-operation';
import { explore, exploreAsync, formatReport, type Probe, type World } from 'timed-operation/testing';
import { describe, expect, test } from 'vitest';

const found = (probe: Probe<unknown>) => formatReport(explore(probe, { strategy: 'exhaustive' }));

/** One operation on a caller's signal, as an adapter does it that uses what the platform's signals give. */
const onSignal = (listen: (signal: AbortSignalLike, operation: TimedOperation<string>) => void): Probe<void> => ({
  name: 'on a signal',
  setup(world) {
    const operation = new TimedOperation<string>(world.runtime, {}, undefined);
    listen(world.abort('abort'), operation);
    if (operation.submit(() => {})) operation.arm(100);
  },
});

describe('nothing is reported of an adapter that is right', () => {
  test('and asks the event for its signal', () => {
    const probe = onSignal((signal, operation) => {
      const listener = ((event: { target: AbortSignalLike }) => {
        signal.removeEventListener('abort', listener);
        operation.cancel(event.target.reason);
      }) as () => void;
      signal.addEventListener('abort', listener);
      operation.promise().catch(() => signal.removeEventListener('abort', listener));
    });
    const report = explore(probe, { strategy: { deviations: 0 } });
    expect(report.ok, formatReport(report)).toBe(true);
  });

  test('and listens by an object', () => {
    const probe = onSignal((signal, operation) => {
      const listener = { handleEvent: () => operation.cancel() } as unknown as () => void;
      signal.addEventListener('abort', listener);
    });
    const report = explore(probe, { strategy: { deviations: 0 }, outcomes: { cancelled: 'required' } });
    expect(report.ok, formatReport(report)).toBe(true);
  });

  test.each(['explore', 'exploreAsync'])('and reads its port from a later step on, in %s', async (how) => {
    const probe: Probe<string[]> = {
      name: 'reads later',
      setup(world) {
        const { client, server } = world.pipe();
        const seen: string[] = [];
        server.write(Uint8Array.of(104, 105));
        server.end();
        world.anytime('reads', () => {
          client.ondata = (bytes) => seen.push(String.fromCharCode(...bytes));
          client.onend = () => seen.push('end');
        });
        return seen;
      },
      outcome: (seen) => seen.join(),
    };
    const options = { strategy: 'exhaustive', outcomes: { 'hi,end': 'required' } } as const;
    const report = how === 'explore' ? explore(probe, options) : await exploreAsync(probe, options);
    expect(report.ok, formatReport(report)).toBe(true);
  });
});

describe('something is reported', () => {
  test('of a check that played nothing', () => {
    const idle: Probe<void> = { name: 'idle', setup() {} };
    for (const options of [{ strategy: { random: 0 } }, { maxSchedules: 0 }] as const) {
      const report = explore(idle, options);
      expect(report.ok).toBe(false);
      expect(report.problems).toEqual(['no schedule was played: the strategy, or the bound on it, allows none']);
    }
  });

  test('of a token that belongs to another probe', () => {
    const report = explore({ name: 'this', setup() {} }, { strategy: { replay: 'rt1:that:0000:' } });
    expect(report.problems).toEqual(["the token is of another probe: 'that', and not 'this'"]);
  });

  test.each<[string, (world: World) => unknown, string]>([
    ['at', (world) => world.at(Number.NaN, 'never', () => {}), 'Expected `ms` to be a number of milliseconds'],
    ['lag', (world) => world.lag(-1), 'Expected `ms` to be a number of milliseconds'],
    ['burn', (world) => world.burn(Number.NaN), 'Expected `ms` to be a number of milliseconds'],
    ['split', (world) => world.pipe({ split: [0] }), "Expected `split` to be 'each-byte', or places"],
    ['delay', (world) => world.pipe({ delay: -5 }), 'Expected `delay` to be a number of milliseconds'],
    ['budget', (world) => world.pipe({ budget: Number.NaN }), 'Expected `budget` to be a number of faults'],
  ])('of a number that is none, in %s', (_name, setup, message) => {
    expect(found({ name: 'numbers', setup })).toContain(message);
  });
});
