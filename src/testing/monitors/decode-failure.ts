import { CANCELLED, FAILED } from '../../core/state-cell.ts';
import type { Monitor } from '../monitor.ts';
import { DECODE_THREW } from '../race-codes.ts';

export const decodeFailure: Monitor = {
  name: 'decode-failure',
  rule: 'A decode that throws fails its own operation, and nothing else.',
  step(record) {
    if (record.count(DECODE_THREW) === 0) return undefined;
    const word = record.wordNow;
    return word === FAILED || word === CANCELLED ? undefined : 'its decode threw, and it did not fail';
  },
};
