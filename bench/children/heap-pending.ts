import { loadContender } from './contender.ts';
import { heap } from './heap.ts';
import { answer, input } from './input.ts';

const { impl, count } = input<{ impl: string; count: number }>();

let resolvers: ((value: unknown) => void)[] = [];
const work = () => new Promise<unknown>((resolve) => resolvers.push(resolve));

/** Bytes for each of `count` pending calls, the work's own promise and resolver included. */
async function perPending(call: () => PromiseLike<unknown>): Promise<number> {
  const pending: PromiseLike<unknown>[] = [];
  const before = await heap();
  for (let i = 0; i < count; i++) pending.push(call());
  const after = await heap();
  for (const resolve of resolvers) resolve(1);
  for (const promise of pending) await promise;
  resolvers = [];
  return (after - before) / count;
}

// Long enough that none expires while a busy machine makes and settles them.
const limited = (await loadContender(impl)).limit(work, 600_000);
await perPending(work);
const bare = await perPending(work);
await answer({ bare, impl: await perPending(limited) });
process.exit(0);
