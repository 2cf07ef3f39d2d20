import { monotonicClock } from '../core/clock.ts';
import { hostTurn } from '../core/executor.ts';
import { Check } from './check.ts';
import { synchronousDrain } from './drain.ts';
import { assertOk } from './explore.ts';
import type { ExploreOptions } from './explore-options.ts';
import { openSockets, realSocket } from './intruders.ts';
import type { Probe } from './probe.ts';
import { catchRejections } from './rejections.ts';
import type { Report } from './report.ts';
import { search } from './search.ts';
import type { Wanted } from './wanted.ts';
import { withoutStacks } from './without-stacks.ts';

/** How long runs are played before the host has a turn: ms. */
const SLICE_MS = 50;

/**
 * Like {@link explore}, for code that awaits: after each step its microtasks run to their end. Where the platform can do that
 * synchronously, many runs share a turn of the host; elsewhere each step has one. An unhandled rejection is a failure of its run.
 */
export async function exploreAsync<Subject>(probe: Probe<Subject>, options: ExploreOptions = {}): Promise<Report> {
  const check = new Check(probe, options);
  const before = openSockets();
  return withSockets(await playAsync(check, search(check)), before);
}

/**
 * Plays runs of a check, microtasks included.
 * @returns what their generator returns.
 * @internal
 */
export async function playAsync<Subject, Result>(
  check: Check<Subject>,
  runs: Generator<Wanted, Result, void>,
): Promise<Result> {
  check.world.executor.inSlices = true;
  const restore = catchRejections((reason) => {
    // Of a run that is on: another check's are that check's.
    if (check.world.driver === undefined) return false;
    check.world.break('nothing-unhandled', unhandledMessage(reason));
    return true;
  });
  try {
    return await new Promise<Result>((resolve, reject) => {
      // From a turn of its own: inside a microtask nothing could be drained.
      hostTurn(() => {
        try {
          playAll(check, runs, resolve, reject);
        } catch (error) {
          reject(error);
        }
      }, true);
    });
  } finally {
    restore();
  }
}

/**
 * Like {@link exploreAsync}, and rejects when something was found.
 * @throws RaceError with the table of the shrunk run and its token.
 */
export async function assertRacesAsync<Subject>(probe: Probe<Subject>, options?: ExploreOptions): Promise<Report> {
  return assertOk(await exploreAsync(probe, options));
}

function unhandledMessage(reason: unknown): string {
  return `unhandled rejection: ${String(reason)} (if it may reject, say so: \`world.settles(promise)\` takes it as heard)`;
}

function playAll<Subject, Result>(
  check: Check<Subject>,
  runs: Generator<Wanted, Result, void>,
  resolve: (result: Result) => void,
  reject: (error: unknown) => void,
): void {
  const drain = check.options.byHop === true ? undefined : synchronousDrain();
  const hop = hopper();
  const playSlice = () => {
    try {
      const end = monotonicClock.now() + SLICE_MS;
      for (let count = 0; ; count++) {
        const next = runs.next();
        if (next.done) {
          resolve(next.value);
          return;
        }
        const { driver, recorder } = next.value as Wanted;
        if (drain === undefined) {
          check.playByHop(driver, recorder, hop, slice);
          return;
        }
        check.play(driver, recorder, drain);
        if (count % 16 === 15 && monotonicClock.now() >= end) {
          hop(slice);
          return;
        }
      }
    } catch (error) {
      reject(error);
    }
  };
  // By hops a slice is one run, and most of that is in turns of its own.
  const slice = drain === undefined ? playSlice : () => withoutStacks(playSlice);
  slice();
}

function withSockets(report: Report, before: ReadonlyMap<string, number>): Report {
  const problems = [...report.problems];
  for (const [name, count] of openSockets()) {
    const more = count - (before.get(name) ?? 0);
    if (more > 0) {
      problems.push(`the probe used ${realSocket(name)}; the check left ${more} open`);
    }
  }
  return { ...report, problems, ok: report.ok && problems.length === 0 };
}

/** How many turns are asked of the host at once. */
const TURNS = 64;

/**
 * Runs a task in a later turn of the host. Turns are asked for in advance: the host runs the microtasks between two of them as it does
 * elsewhere, and its loop has to go round once for many.
 */
function hopper(): (task: () => void) => void {
  let next: (() => void) | undefined;
  let asked = 0;
  const turn = () => {
    asked--;
    const task = next;
    next = undefined;
    task?.();
  };
  return (task) => {
    next = task;
    if (asked > 0) return;
    for (asked = 0; asked < TURNS; asked++) hostTurn(turn, true);
  };
}
