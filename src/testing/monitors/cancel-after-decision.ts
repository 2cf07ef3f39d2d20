import { RESPONSE_RECEIVED } from '../../core/state-cell.ts';
import type { Monitor } from '../monitor.ts';
import { CANCEL } from '../race-codes.ts';

export const cancelAfterDecision: Monitor = {
  name: 'cancel-after-decision',
  rule: 'A cancel after the decision returns false, also while the completion is queued; at most one returns true.',
  events: [CANCEL],
  attempt(record, _event, from, won) {
    if (!won) return undefined;
    if (from > RESPONSE_RECEIVED) return 'a cancel returned true after the decision';
    return record.cancelsWon > 1 ? 'two cancels returned true' : undefined;
  },
};
