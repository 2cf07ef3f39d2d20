import { performance } from 'node:perf_hooks';
import { answer, input } from './input.ts';

const { impl, count, seconds } = input<{ impl: 'ours' | 'node'; count: number; seconds: number }>();

/** Turns of the loop while nothing happens: its own sleep is one, a scheduler's wake would be one each. */
async function turns(): Promise<number> {
  const before = performance.nodeTiming.uvMetricsInfo.loopCount;
  await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
  return performance.nodeTiming.uvMetricsInfo.loopCount - before;
}

const bare = await turns();
if (impl === 'node') {
  for (let i = 0; i < count; i++) setTimeout(() => {}, 3_600_000);
} else {
  const { armByDelay, newOperation } = await import('../ours.ts');
  for (let i = 0; i < count; i++) armByDelay(newOperation(), 3_600_000);
}
// Whatever arming put off happens here, outside the window.
await new Promise((resolve) => setTimeout(resolve, 200));
await answer({ wakes: Math.max(0, (await turns()) - bare) / seconds });
process.exit(0);
