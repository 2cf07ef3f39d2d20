import { stateOf } from '../../core/state-cell.ts';
import type { Monitor } from '../monitor.ts';
import { EVENT_NAMES, SUBMIT } from '../race-codes.ts';

// By event: the first and the last state word in which it wins, and the word it leaves. Written down anew, not taken from the core.
//                                   submit, response, failure, timeout, cancel, internalCancel, decoded, decodeFailed
const FIRST_FROM: readonly number[] = [0, 0, 0, 0, 0, 0, 2, 2];
const LAST_FROM: readonly number[] = [0, 1, 1, 1, 2, 1, 2, 2];
const LEAVES: readonly number[] = [1, 2, 4, 5, 6, 6, 3, 4];

export const sequentialCell: Monitor = {
  name: 'sequential-cell',
  rule: 'Every event is answered as by a cell that is moved by one event at a time.',
  attempt(record, event, from, won) {
    const to = LEAVES[event] as number;
    const wins = from <= (LAST_FROM[event] as number) && from >= (FIRST_FROM[event] as number);
    if (event === SUBMIT && !won) return undefined;
    if (won !== wins) return `${EVENT_NAMES[event]} ${won ? 'won' : 'was refused'} in state ${stateOf(from)}`;
    // A later event may have followed inside this one.
    return won && record.wordNow < to ? `${EVENT_NAMES[event]} left state ${stateOf(record.wordNow)}` : undefined;
  },
};
