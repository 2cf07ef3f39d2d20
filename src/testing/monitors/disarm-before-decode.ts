import { RESPONSE_RECEIVED } from '../../core/state-cell.ts';
import type { Monitor } from '../monitor.ts';
import { DECODE, RECORD_TIMEOUT, TIMEOUT } from '../race-codes.ts';

export const disarmBeforeDecode: Monitor = {
  name: 'disarm-before-decode',
  rule: 'Decoding is outside the limit: however long it takes, no timeout comes of it.',
  events: [TIMEOUT],
  effects: [DECODE, RECORD_TIMEOUT],
  attempt(record, _event, from) {
    if (from !== RESPONSE_RECEIVED) return undefined;
    return record.limitsDecoding ? undefined : 'its limit fired while its response was being decoded';
  },
  effect(record, effect) {
    if (effect === DECODE) return record.armed ? 'it was armed when decoding began' : undefined;
    return effect === RECORD_TIMEOUT && record.count(DECODE) > 0
      ? 'a timeout was recorded after its response'
      : undefined;
  },
};
