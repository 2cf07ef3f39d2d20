import { FULFILLED } from '../../core/state-cell.ts';
import type { Monitor } from '../monitor.ts';
import { COMPLETE } from '../race-codes.ts';

export const oneCompletion: Monitor = {
  name: 'one-completion',
  rule: 'Every operation is decided in the end, and completes exactly once.',
  effects: [COMPLETE],
  effect(record) {
    if (record.wordNow < FULFILLED) return 'it completed undecided';
    return record.count(COMPLETE) > 1 ? `it completed ${record.count(COMPLETE)} times` : undefined;
  },
  quiet(record) {
    if (record.wordNow < FULFILLED) return 'it is still pending, and nothing is left to happen';
    return record.count(COMPLETE) === 0 ? 'it was decided and never completed' : undefined;
  },
};
