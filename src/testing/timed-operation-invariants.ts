import type { Monitor } from './monitor.ts';
import { attribution } from './monitors/attribution.ts';
import { cancelAfterDecision } from './monitors/cancel-after-decision.ts';
import { cancelWhileDecoding } from './monitors/cancel-while-decoding.ts';
import { cancelWhileWaiting } from './monitors/cancel-while-waiting.ts';
import { completionIsDecision } from './monitors/completion-is-decision.ts';
import { decisionsFirst } from './monitors/decisions-first.ts';
import { decodeFailure } from './monitors/decode-failure.ts';
import { disarmAtOnce } from './monitors/disarm-at-once.ts';
import { disarmBeforeDecode } from './monitors/disarm-before-decode.ts';
import { executorOnly } from './monitors/executor-only.ts';
import { internalCancel } from './monitors/internal-cancel.ts';
import { losersDoNothing } from './monitors/losers-do-nothing.ts';
import { neverEarly } from './monitors/never-early.ts';
import { noLeak } from './monitors/no-leak.ts';
import { nothingUnhandled } from './monitors/nothing-unhandled.ts';
import { oneCompletion } from './monitors/one-completion.ts';
import { oneWinner } from './monitors/one-winner.ts';
import { refusedAtTheDoor } from './monitors/refused-at-the-door.ts';
import { sequentialCell } from './monitors/sequential-cell.ts';
import { submitFirst } from './monitors/submit-first.ts';
import { timeoutOrder } from './monitors/timeout-order.ts';
import { writtenWhileUndecided } from './monitors/written-while-undecided.ts';

/**
 * The rules of the race, for anything built on `TimedOperation`. With determinism, which every check tests for itself, and
 * linearizability, which needs a model, they are the invariants of `docs/guides/find-a-race.md`.
 */
export const timedOperationInvariants: readonly Monitor[] = [
  oneWinner,
  losersDoNothing,
  oneCompletion,
  completionIsDecision,
  timeoutOrder,
  executorOnly,
  disarmAtOnce,
  disarmBeforeDecode,
  neverEarly,
  decisionsFirst,
  cancelWhileWaiting,
  cancelWhileDecoding,
  cancelAfterDecision,
  internalCancel,
  attribution,
  writtenWhileUndecided,
  decodeFailure,
  noLeak,
  nothingUnhandled,
  refusedAtTheDoor,
  submitFirst,
  sequentialCell,
];
