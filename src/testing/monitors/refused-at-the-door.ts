import type { Monitor } from '../monitor.ts';
import { CANCEL_OPERATION, EFFECT_NAMES, RECORD_TIMEOUT } from '../race-codes.ts';

export const refusedAtTheDoor: Monitor = {
  name: 'refused-at-the-door',
  rule: 'An operation that was never submitted blames no node and takes nothing off a transport.',
  effects: [RECORD_TIMEOUT, CANCEL_OPERATION],
  effect(record, effect) {
    if (record.submitted) return undefined;
    return `${EFFECT_NAMES[effect]} ran for an operation that was never submitted`;
  },
};
