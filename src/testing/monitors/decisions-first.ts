import type { Monitor } from '../monitor.ts';
import {
  CANCEL_DECODING,
  CANCEL_OPERATION,
  COMPLETE,
  DECODE,
  EFFECT_NAMES,
  LATE_HOOK,
  RECORD_TIMEOUT,
  TIMED_OUT_HOOK,
} from '../race-codes.ts';

export const decisionsFirst: Monitor = {
  name: 'decisions-first',
  rule: 'No user code runs inside a decision: all that is due is decided first.',
  effects: [CANCEL_OPERATION, CANCEL_DECODING, RECORD_TIMEOUT, TIMED_OUT_HOOK, DECODE, COMPLETE, LATE_HOOK],
  effect(_record, effect, world) {
    return world.scheduler.deciding ? `${EFFECT_NAMES[effect]} ran before everything due was decided` : undefined;
  },
};
