import { defaultRuntime, type Runtime } from './runtime.ts';
import {
  CANCELLED,
  FAILED,
  FULFILLED,
  LATE,
  type Outcome,
  RESPONSE_RECEIVED,
  TIMED_OUT,
  WAITING_RESPONSE,
} from './state-cell.ts';

/** What a runtime has to do, and has done. */
export interface RuntimeStats {
  /** Operations that wait for their response. */
  readonly waiting: number;
  /** Operations whose response is here, and is being decoded or waits for its turn. */
  readonly decoding: number;
  /** Completions that wait on the executor. */
  readonly queued: number;
  /** Operations decided so far, by how. */
  readonly decided: Readonly<Record<Outcome, number>>;
  /** Outcomes so far that nobody awaited any more. */
  readonly late: number;
  /** The most by which a timeout was decided after its limit: ms. */
  readonly worstLatenessMs: number;
  /** Wakes so far that came late by 5 ms or more: the event loop had been blocked. */
  readonly stalls: number;
}

/**
 * What a runtime has to do, and has done. It counts events alone; all else is added up here, when asked.
 *
 * ```ts
 * const { waiting, decided, worstLatenessMs } = runtimeStats();
 * ```
 */
export function runtimeStats({ scheduler, executor, counts = [] }: Runtime = defaultRuntime): RuntimeStats {
  const sum = (from: (index: number) => boolean) =>
    counts.reduce((all, each, index) => (from(index) ? all + each : all), 0);
  const into = (word: number) => sum((index) => index % 8 === word);
  const held = (word: number) => into(word) - sum((index) => index >> 3 === word);
  return {
    waiting: held(WAITING_RESPONSE),
    decoding: held(RESPONSE_RECEIVED),
    queued: executor.queued,
    decided: {
      fulfilled: into(FULFILLED),
      failed: into(FAILED),
      timedOut: into(TIMED_OUT),
      cancelled: into(CANCELLED),
    },
    late: counts[LATE] ?? 0,
    worstLatenessMs: scheduler.worstLatenessMs,
    stalls: scheduler.stalls ?? 0,
  };
}
