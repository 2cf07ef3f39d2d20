import { CANCELLED, WAITING_RESPONSE } from '../../core/state-cell.ts';
import type { Monitor } from '../monitor.ts';
import { CANCEL_OPERATION } from '../race-codes.ts';

export const cancelWhileWaiting: Monitor = {
  name: 'cancel-while-waiting',
  rule: 'A cancel while waiting takes the operation off the transport, once, and nothing is delivered afterwards.',
  step(record) {
    if (record.wordNow !== CANCELLED || !record.submitted || !record.takesOff) return undefined;
    if (record.cancelledFrom > WAITING_RESPONSE) return undefined;
    const times = record.count(CANCEL_OPERATION);
    return times === 1 ? undefined : `it was cancelled while waiting, and taken off ${times} times`;
  },
};
