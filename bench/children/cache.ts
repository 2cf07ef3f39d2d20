// Loads a cache from one client: `{ impl, port, operation, inFlight, count, warmUp }`. Prints CPU in µs and calls in a second.
import type { CacheContender, CacheWork, OpenContender } from '../cache/cache-contender.ts';
import { cacheFiles } from '../cache/names.ts';
import { median } from '../runner/median.ts';
import { cpu } from './cpu.ts';
import { answer, input } from './input.ts';

interface Input {
  readonly impl: string;
  readonly port: number;
  readonly operation: CacheWork['operation'];
  readonly inFlight: number;
  /** Calls in one segment. */
  readonly count: number;
  /** Calls until a client is compiled: one of many parts needs more of them than a floor, and neither is measured before. */
  readonly warmUp: number;
}

const SEGMENTS = 5;
const { impl, port, operation, inFlight, count, warmUp } = input<Input>();
const { file } = cacheFiles[impl] as { file: string };
const { open } = (await import(`../cache/${file.replace(/\.ts$/, '.js')}`)) as { open: OpenContender };
const keys = Array.from({ length: 1_000 }, (_, index) => `bench:${1_000 + index}`);
const value = 'x'.repeat(100);
const contender: CacheContender = await open(port);
const work: CacheWork = { operation, keys, value, count, inFlight };
let wrong = 0;
// Each stores what it will read, in its own way.
await contender.run({ ...work, operation: 'set', count: keys.length });
const costs: number[] = [];
const rates: number[] = [];
for (let calls = 0; calls < warmUp; calls += count) wrong += await contender.run(work);
for (let segment = 0; segment < SEGMENTS; segment++) {
  const cpuBefore = cpu();
  const timeBefore = performance.now();
  wrong += await contender.run(work);
  costs.push((cpu() - cpuBefore) / 1_000 / count);
  rates.push((count * 1_000) / (performance.now() - timeBefore));
}
if (wrong > 0) throw new Error(`${impl} gave ${wrong} values that were not those asked for`);
await answer({ cpuUs: median(costs), opsPerSecond: median(rates) });
await contender.close();
process.exit();
