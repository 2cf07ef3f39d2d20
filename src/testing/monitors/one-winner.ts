import { RESPONSE_RECEIVED } from '../../core/state-cell.ts';
import type { Monitor } from '../monitor.ts';
import { EVENT_NAMES } from '../race-codes.ts';

export const oneWinner: Monitor = {
  name: 'one-winner',
  rule: 'Exactly one of response, failure, timeout, cancel and internal cancel wins an operation.',
  attempt(record, event, from, won) {
    if (!won) return undefined;
    if (from > RESPONSE_RECEIVED)
      return `${EVENT_NAMES[event]} won, though ${EVENT_NAMES[record.decidedBy]} had decided it`;
    return record.decisions > 1 ? `it was decided ${record.decisions} times` : undefined;
  },
};
