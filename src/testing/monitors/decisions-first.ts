import type { Monitor } from '../monitor.ts';
import { EFFECT_NAMES, HOOK_ERROR, LATE, QUEUE } from '../race-codes.ts';

export const decisionsFirst: Monitor = {
  name: 'decisions-first',
  rule: 'No user code runs inside a decision: all that is due is decided first.',
  effect(_record, effect, world) {
    if (!world.scheduler.deciding || effect === QUEUE || effect >= HOOK_ERROR || effect === LATE) return undefined;
    return `${EFFECT_NAMES[effect]} ran before everything due was decided`;
  },
};
