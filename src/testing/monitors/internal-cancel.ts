import { RESPONSE_RECEIVED } from '../../core/state-cell.ts';
import type { Monitor } from '../monitor.ts';
import { INTERNAL_CANCEL } from '../race-codes.ts';

export const internalCancel: Monitor = {
  name: 'internal-cancel',
  rule: 'An internal cancel acts only while waiting: complete bytes are never thrown away.',
  events: [INTERNAL_CANCEL],
  attempt(_record, _event, from, won) {
    if (!won) return undefined;
    return from === RESPONSE_RECEIVED ? 'a disconnect threw its complete response away' : undefined;
  },
};
