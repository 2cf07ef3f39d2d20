import type { Monitor } from '../monitor.ts';
import { COMPLETE, DECODE } from '../race-codes.ts';

export const executorOnly: Monitor = {
  name: 'executor-only',
  rule: 'Decoding and completion run on the executor, never inside the event that caused them.',
  effects: [COMPLETE, DECODE],
  effect(record, effect, world) {
    if (world.executor.running || (effect === DECODE && record.operation?.gate !== undefined)) return undefined;
    return `its ${effect === COMPLETE ? 'completion' : 'decoding'} ran in the lane '${world.lane}'`;
  },
};
