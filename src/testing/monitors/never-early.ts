import { WAITING_RESPONSE } from '../../core/state-cell.ts';
import type { Monitor } from '../monitor.ts';
import { TIMEOUT } from '../race-codes.ts';

export const neverEarly: Monitor = {
  name: 'never-early',
  rule: 'No timeout comes before its limit, nor later than the event loop lagged.',
  events: [TIMEOUT],
  attempt(record, _event, _from, won, _effects, world) {
    if (!won) return undefined;
    const { now } = world;
    const deadline = record.deadline === Number.POSITIVE_INFINITY ? (record.operation?.at ?? now) : record.deadline;
    if (now < deadline) return `it timed out at ${now} ms, ${deadline - now} ms early`;
    const lateMs = now - deadline;
    // A double holds the instant to within its own rounding.
    return lateMs > world.clock.lag + now * 1e-12
      ? `it timed out ${lateMs} ms late, with ${world.clock.lag} ms of lag`
      : undefined;
  },
  step(record, world) {
    return record.armed && record.deadline < world.now - world.clock.lag && record.wordNow === WAITING_RESPONSE
      ? 'its limit has passed, and it was let wait on'
      : undefined;
  },
};
