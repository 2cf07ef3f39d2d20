import { armByDelay, newNode } from '../ours.ts';
import { heap } from './heap.ts';
import { answer, input } from './input.ts';

const { impl, count } = input<{ impl: 'ours' | 'node'; count: number }>();
const nothing = () => {};
const held: unknown[] = new Array(count).fill(undefined);

/** An operation with nothing of a timer in it: one field of its own, as `newNode` has besides its links and its instant. */
class Bare {
  flags = 0;
}

/** Bytes for `count` things made and kept. */
async function all(make: (index: number) => unknown): Promise<number> {
  for (let i = 0; i < 1000; i++) make(i);
  held.fill(undefined);
  const before = await heap();
  for (let i = 0; i < count; i++) held[i] = make(i);
  return (await heap()) - before;
}

/** Limits spread over an hour, beginning ten minutes away. */
const ms = (index: number) => 600_000 + (index % 3600) * 1000;

const pending = {
  node: (index: number) => setTimeout(nothing, ms(index)),
  ours: (index: number) => {
    const node = newNode();
    armByDelay(node, ms(index));
    return node;
  },
};

// Armed ones first: what was made for warming up stays armed, and so stays out of the difference.
const armed = await all(pending[impl]);
const bare = impl === 'ours' ? await all(() => new Bare()) : 0;
await answer({ bytes: (armed - bare) / count });
process.exit(0);
