import type { Monitor } from '../monitor.ts';

export const nothingUnhandled: Monitor = {
  name: 'nothing-unhandled',
  rule: 'No rejection is unhandled, nothing throws into an event, no hook throws unless that was announced.',
  end(world) {
    return world.expectedHookErrors > 0 ? `${world.expectedHookErrors} announced hook errors did not come` : undefined;
  },
};
