import { armDisarm } from '../rows/arm-disarm.ts';
import { burst } from '../rows/burst.ts';
import { heapPerTimer } from '../rows/heap-per-timer.ts';
import { wakeShare } from '../rows/wake-share.ts';
import { wakesIdle } from '../rows/wakes-idle.ts';
import type { Suite } from '../runner/figure.ts';
import { suiteOf } from '../runner/row.ts';

/** The timing wheel and its host timer, without promises. */
export const suite: Suite = suiteOf('scheduler', [armDisarm, heapPerTimer, wakeShare, burst, wakesIdle]);
