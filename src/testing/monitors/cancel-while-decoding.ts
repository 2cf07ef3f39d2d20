import { RESPONSE_RECEIVED } from '../../core/state-cell.ts';
import type { Monitor } from '../monitor.ts';
import { CANCEL_DECODING, CANCEL_OPERATION, DECODE, LATE } from '../race-codes.ts';

export const cancelWhileDecoding: Monitor = {
  name: 'cancel-while-decoding',
  rule: 'A cancel while decoding discards the result and leaves the connection alone.',
  effects: [DECODE],
  effect(record) {
    return record.wordNow === RESPONSE_RECEIVED ? undefined : 'it was decoded though decided';
  },
  step(record) {
    if (record.cancelledFrom !== RESPONSE_RECEIVED) return undefined;
    if (record.count(CANCEL_OPERATION) > 0) return 'it was answered, then cancelled, and yet taken off the transport';
    if (!record.dropsDecoding) return undefined;
    const times = record.count(CANCEL_DECODING);
    return times === 1 ? undefined : `it was cancelled while decoding, and its decoding dropped ${times} times`;
  },
  quiet(record) {
    if (record.cancelledFrom !== RESPONSE_RECEIVED || record.count(DECODE) > 0) return undefined;
    return record.count(LATE) === 0 ? 'its response was dropped in silence' : undefined;
  },
};
