import type { Monitor } from '../monitor.ts';
import { DECODE_FAILED, DECODED, FAILURE, LATE, LATE_HOOK, RESPONSE } from '../race-codes.ts';

export const lateOnce: Monitor = {
  name: 'late-once',
  rule: 'An outcome that lost is told exactly once, to the observer and to the hook.',
  events: [RESPONSE, FAILURE, DECODED, DECODE_FAILED],
  attempt(record, _event, _from, won) {
    const times = record.count(LATE) - record.latesBefore;
    if (won) return undefined;
    return times === 1 ? undefined : `an outcome that lost was told ${times} times`;
  },
  quiet(record) {
    const told = record.count(LATE_HOOK);
    if (!record.hearsLate || told === record.count(LATE)) return undefined;
    return `${record.count(LATE)} outcomes were late, and its hook heard of ${told}`;
  },
};
