import { loadContender } from './contender.ts';
import { heap } from './heap.ts';
import { answer, input } from './input.ts';
import { alternate, type Segments } from './segments.ts';
import { turn } from './turn.ts';

interface Input extends Segments {
  readonly impl: string;
  /** How many wraps on one signal, and milliseconds after which no further 5,000 begin. */
  readonly wraps: number;
  readonly wrapBudget: number;
}

const { impl, wraps, wrapBudget, ...segments } = input<Input>();
const work = async () => 1;
const contender = await loadContender(impl);
if (!contender.limitWithSignal) throw new TypeError(`expected ${impl} to take a signal`);
const plain = contender.limit(work, 5000);
const limited = contender.limitWithSignal(work, 5000, new AbortController().signal);

const result = await alternate(
  {
    plain: async (count) => {
      for (let i = 0; i < count; i++) await plain();
      await turn();
    },
    signal: async (count) => {
      for (let i = 0; i < count; i++) await limited();
      await turn();
    },
  },
  segments,
);

// What a long-lived signal keeps of each call, on a fresh one: counted at the end, everything collectable collected.
const kept = contender.limitWithSignal(work, 5000, new AbortController().signal);
for (let i = 0; i < 5000; i++) await kept();
await turn();
const before = await heap();
const end = performance.now() + wrapBudget;
let done = 0;
while (done < wraps && performance.now() < end) {
  for (let i = 0; i < 5000; i++) await kept();
  done += 5000;
  await turn();
}
await answer({ ...result, kept: ((await heap()) - before) / done, wraps: done });
process.exit(0);
