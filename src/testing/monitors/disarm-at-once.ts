import { RESPONSE_RECEIVED } from '../../core/state-cell.ts';
import type { Monitor } from '../monitor.ts';
import { EVENT_NAMES } from '../race-codes.ts';

export const disarmAtOnce: Monitor = {
  name: 'disarm-at-once',
  rule: 'Whatever wins, the limit is disarmed in the same call.',
  attempt(record, event, _from, won) {
    if (!won || !record.armed || record.limitsDecoding || record.wordNow < RESPONSE_RECEIVED) return undefined;
    return `it was still armed after ${EVENT_NAMES[event]}`;
  },
};
