import { armByDeadline, deadlineAfter, newNode, newOperation } from '../ours.ts';
import { heap } from './heap.ts';
import { answer, input } from './input.ts';

const { impl, count } = input<{ impl: 'ours' | 'node'; count: number }>();
const nothing = () => {};
const held: unknown[] = new Array(count).fill(undefined);

class Nothing {}

/** Bytes for each of `count` things made and kept. */
async function each(make: (index: number) => unknown): Promise<number> {
  for (let i = 0; i < 1000; i++) held[i] = make(i);
  held.fill(undefined);
  const before = await heap();
  for (let i = 0; i < count; i++) held[i] = make(i);
  return (await heap()) - before;
}

/** Limits spread over an hour, beginning ten minutes away. */
const ms = (index: number) => 600_000 + (index % 3600) * 1000;

if (impl === 'node') {
  const used = await each((index) => setTimeout(nothing, ms(index)));
  answer({ bytes: used / count });
} else {
  // An operation has its node's fields whether armed or not, so they are weighed apart: a node over an empty object.
  const node = (await each(newNode)) - (await each(() => new Nothing()));
  held.fill(undefined);
  const operations = Array.from({ length: count }, newOperation);
  const before = await heap();
  for (const [i, operation] of operations.entries()) armByDeadline(operation, deadlineAfter(ms(i)));
  const armed = (await heap()) - before;
  answer({ bytes: (node + armed) / count, operations: operations.length });
}
process.exit(0);
