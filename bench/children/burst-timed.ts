import { loadContender } from './contender.ts';
import { cpu } from './cpu.ts';
import { answer, input } from './input.ts';
import { watchLoop } from './loop-watch.ts';
import { turn } from './turn.ts';

const { impl, count, watch } = input<{ impl: string; count: number; watch: boolean }>();
const limit = 50;
const work = () => new Promise<unknown>(() => {});
const limited = (await loadContender(impl)).limit(work, limit);

let settled = 0;
let finish = () => {};
const finished = new Promise<void>((resolve) => {
  finish = resolve;
});

async function caller(): Promise<void> {
  try {
    await limited();
  } catch {
    // It expired, as all do.
  }
  settled += 1;
  if (settled === count) finish();
}

// Some contenders' timers hold nothing open.
const alive = setInterval(() => {}, 60_000);
const loop = watch ? await watchLoop() : undefined;
await turn();
for (let i = 0; i < count; i++) void caller();
// One turn makes them all and lasts until the last is due: they are due at once whoever was slow in making them.
const due = performance.now() + limit + 2;
while (performance.now() < due);
loop?.start();
const before = cpu();
await finished;
const spent = (cpu() - before) / count / 1000;
await answer({ cpu: spent, ...(await loop?.stop()) });
clearInterval(alive);
process.exit(0);
