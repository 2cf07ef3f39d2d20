export { ManualClock } from './manual-clock.ts';
export { ManualExecutor } from './manual-executor.ts';
export { ManualRuntime } from './manual-runtime.ts';
export { ManualScheduler } from './manual-scheduler.ts';
