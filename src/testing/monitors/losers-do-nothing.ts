import type { Monitor } from '../monitor.ts';
import { EVENT_NAMES, SUBMIT } from '../race-codes.ts';

export const losersDoNothing: Monitor = {
  name: 'losers-do-nothing',
  rule: 'A refused event changes nothing: no hook, no completion, no timer, no state.',
  attempt(record, event, from, won, effects) {
    if (won || event === SUBMIT) return undefined;
    if (record.wordNow !== from) return `a refused ${EVENT_NAMES[event]} changed its state`;
    return record.effects === effects ? undefined : `a refused ${EVENT_NAMES[event]} had an effect`;
  },
};
