import type { Monitor } from '../monitor.ts';
import { COMPLETE, DECODE, EFFECT_NAMES, LATE_HOOK } from '../race-codes.ts';

export const executorOnly: Monitor = {
  name: 'executor-only',
  rule: 'Decoding and completion run on the executor, never inside the event that caused them.',
  effects: [COMPLETE, DECODE, LATE_HOOK],
  effect(record, effect, world) {
    if (world.executor.running || (effect !== COMPLETE && record.operation?.extras?.gate !== undefined))
      return undefined;
    return `${EFFECT_NAMES[effect]} ran in the lane '${world.lane}'`;
  },
};
