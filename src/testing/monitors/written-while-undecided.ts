import { FULFILLED } from '../../core/state-cell.ts';
import type { Monitor } from '../monitor.ts';
import { WRITE } from '../race-codes.ts';

export const writtenWhileUndecided: Monitor = {
  name: 'written-while-undecided',
  rule: 'An operation that is decided before it is written is never written.',
  effects: [WRITE],
  effect(record) {
    return record.wordNow >= FULFILLED ? 'it was written after it had been decided' : undefined;
  },
};
