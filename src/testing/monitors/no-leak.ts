import type { Monitor } from '../monitor.ts';

export const noLeak: Monitor = {
  name: 'no-leak',
  rule: 'When nothing is left to happen, nothing is held: no timer, listener, completion, nor anything tracked.',
  end(world) {
    const { scheduler, executor, held } = world;
    if (scheduler.armed > 0) return `${scheduler.armed} timers are still armed`;
    for (const signal of world.signals) {
      if (signal.listeners > 0) return `a caller's signal still has ${signal.listeners} listeners`;
    }
    if (scheduler.listeners > 0) return `${scheduler.listeners} signals count as listened to`;
    if (executor.queued > 0) return `${executor.queued} completions are still queued`;
    return held.count > 0 ? `still held: ${held.kinds.join(', ')}` : undefined;
  },
};
