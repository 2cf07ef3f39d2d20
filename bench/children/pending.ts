import { barePending } from '../floors/bare-pending.ts';
import { loadContender } from './contender.ts';
import { answer, input } from './input.ts';
import { alternate, type Segments } from './segments.ts';

const { impl, ...segments } = input<Segments & { impl: string }>();
const work = () => new Promise<unknown>((resolve) => setImmediate(resolve));
const limited = (await loadContender(impl)).limit(work, 5000);

/** So many are pending at once. */
const width = 1000;

const result = await alternate(
  {
    bare: async (count) => {
      for (let done = 0; done < count; done += width) await barePending(width, work);
    },
    impl: async (count) => {
      for (let done = 0; done < count; done += width) {
        const pending: PromiseLike<unknown>[] = [];
        for (let i = 0; i < width; i++) pending.push(limited());
        for (const promise of pending) await promise;
      }
    },
  },
  segments,
);
await answer(result);
process.exit(0);
