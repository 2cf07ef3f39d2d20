import { burstBlock, burstCpu } from '../rows/burst-timed.ts';
import { falseTimeouts } from '../rows/false-timeouts.ts';
import { heapPending } from '../rows/heap-pending.ts';
import { longSignal } from '../rows/long-signal.ts';
import { microtask } from '../rows/microtask.ts';
import { pending } from '../rows/pending.ts';
import type { Suite } from '../runner/figure.ts';
import { suiteOf } from '../runner/row.ts';

/** `timed()` beside every peer, and its load test. */
export const suite: Suite = suiteOf('timed', [
  microtask,
  pending,
  heapPending,
  burstCpu,
  burstBlock,
  longSignal,
  falseTimeouts,
]);
