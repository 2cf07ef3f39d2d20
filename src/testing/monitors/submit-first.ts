import type { Monitor } from '../monitor.ts';
import { CANCEL_OPERATION, EFFECT_NAMES, RECORD_TIMEOUT } from '../race-codes.ts';

export const submitFirst: Monitor = {
  name: 'submit-first',
  rule: 'What is decided inside `submit` acts after `submit` has returned.',
  effects: [RECORD_TIMEOUT, CANCEL_OPERATION],
  effect(record, effect) {
    if (!record.submitting) return undefined;
    return `${EFFECT_NAMES[effect]} ran inside its submit`;
  },
};
