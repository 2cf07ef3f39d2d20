import { FULFILLED } from '../../core/state-cell.ts';
import type { Monitor } from '../monitor.ts';
import { COMPLETE } from '../race-codes.ts';

export const attribution: Monitor = {
  name: 'attribution',
  rule: 'An operation fulfils with the response to its own request.',
  effects: [COMPLETE],
  effect(record) {
    if (record.wordNow !== FULFILLED) return undefined;
    const { operation, expected } = record;
    if (record.accepts(operation?.value)) return undefined;
    return `it got ${String(operation?.value)} instead of ${String(expected)}`;
  },
};
