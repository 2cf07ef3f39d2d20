import { RESPONSE_RECEIVED } from '../../core/state-cell.ts';
import type { Monitor } from '../monitor.ts';
import { CANCEL_DECODING, CANCEL_OPERATION, DECODE, LATE, QUEUE } from '../race-codes.ts';

export const cancelWhileDecoding: Monitor = {
  name: 'cancel-while-decoding',
  rule: 'A cancel while decoding discards the result and leaves the connection alone.',
  effects: [CANCEL_OPERATION, DECODE],
  effect(record, effect) {
    if (
      effect === CANCEL_OPERATION &&
      record.count(DECODE) + record.count(QUEUE) > 0 &&
      record.cancelledFrom === RESPONSE_RECEIVED
    ) {
      return 'it was answered, then cancelled, and yet taken off the transport';
    }
    return effect === DECODE && record.wordNow !== RESPONSE_RECEIVED ? 'it was decoded though decided' : undefined;
  },
  step(record) {
    if (record.cancelledFrom !== RESPONSE_RECEIVED || !record.dropsDecoding) return undefined;
    const times = record.count(CANCEL_DECODING);
    return times === 1 ? undefined : `it was cancelled while decoding, and its decoding dropped ${times} times`;
  },
  quiet(record) {
    if (record.cancelledFrom !== RESPONSE_RECEIVED || record.count(DECODE) > 0) return undefined;
    return record.count(LATE) === 0 ? 'its response was dropped in silence' : undefined;
  },
};
