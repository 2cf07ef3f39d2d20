import { monotonicClock } from '../core/clock.ts';
import type { Check } from './check.ts';
import type { Failure } from './failure.ts';
import { ASYNC_PROBE } from './probe-is-async.ts';
import { shrink } from './shrink.ts';
import { formatToken, TokenWriter } from './token.ts';
import { Trace } from './trace.ts';
import type { Wanted } from './wanted.ts';

/** Shrinks the run just played, if told to, names it, and tells what happened in it. Yields the runs that takes. */
export function* describeFailure<Subject>(
  check: Check<Subject>,
  wanted: Wanted,
  strategy: string,
  shrinks: boolean,
): Generator<Wanted, Failure, void> {
  const { world } = check;
  const start = monotonicClock.now();
  const first = world.violation as NonNullable<typeof world.violation>;
  let choices: readonly number[] = world.tape.toArray();
  let runs = 0;
  wanted.recorder = undefined;
  if (shrinks && first.rule !== 'determinism' && first.rule !== ASYNC_PROBE) {
    const shrinking = shrink(choices, world.tape);
    let next = shrinking.next(false);
    while (!next.done) {
      wanted.driver = next.value;
      yield wanted;
      check.judge();
      next = shrinking.next(world.violation?.rule === first.rule);
    }
    choices = next.value.choices;
    runs = next.value.runs;
  }
  const shrinkMs = monotonicClock.now() - start;
  const writer = new TokenWriter(choices, world.labels);
  const trace = new Trace(world.labels);
  wanted.driver = writer;
  wanted.recorder = trace;
  yield wanted;
  check.judge();
  // What such a probe does wrong else, comes of that.
  const violation = first.rule === ASYNC_PROBE ? first : (world.violation ?? first);
  const { deviations } = writer;
  return {
    probe: check.probe.name,
    rule: violation.rule,
    message: violation.message,
    token: formatToken({ probe: check.probe.name, fingerprint: world.labels.fingerprint(), deviations }),
    choices,
    deviations: deviations.length,
    strategy,
    foundAfter: check.schedules,
    shrinkRuns: runs,
    shrinkMs,
    steps: trace.steps,
    decisive: trace.decisive < 0 ? trace.steps.length - 1 : trace.decisive,
  };
}
