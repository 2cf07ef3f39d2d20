import { bare } from '../floors/bare.ts';
import { loadContender } from './contender.ts';
import { answer, input } from './input.ts';
import { alternate, type Segments } from './segments.ts';
import { turn } from './turn.ts';

const { impl, ...segments } = input<Segments & { impl: string }>();
const work = async () => 1;
const limited = (await loadContender(impl)).limit(work, 5000);

const result = await alternate(
  {
    bare: async (count) => {
      await bare(count, work);
      await turn();
    },
    impl: async (count) => {
      for (let i = 0; i < count; i++) await limited();
      // What a contender puts off to the end of the turn is its own cost.
      await turn();
    },
  },
  segments,
);
await answer(result);
process.exit(0);
