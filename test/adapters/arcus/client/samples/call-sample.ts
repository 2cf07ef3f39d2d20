import type { ArcusClient } from 'timed-operation/arcus';
import type { ArcusServer } from 'timed-operation/arcus/testing';

export type SampleCall = (client: ArcusClient, server: ArcusServer) => Promise<unknown>;

/** A row of docs/reference/arcus-calls.md as calls: what it gives, and what it gives for each status that the row names. */
export interface CallSample {
  readonly gives: SampleCall;
  readonly value: unknown;
  /** One for each status in the column of `undefined`. */
  readonly undefined?: readonly SampleCall[];
  /** One for each status in the column of `false`. */
  readonly false?: readonly SampleCall[];
}

/** By the call in Java. */
export type CallSamples = Readonly<Record<string, CallSample>>;

/** What every row finds on its server: an item of each kind with elements, an empty one, and one that is full. */
export async function fillServer({ kv, list, set, map, btree }: ArcusClient): Promise<void> {
  await kv.set('k', 'v');
  await kv.set('n', '5');
  await kv.set('p:k', 'v');
  await list.create('el', 'x');
  await set.create('es', 'x');
  await map.create('em', 'x');
  await btree.create('eb', 'x');
  for (const value of ['a', 'b', 'c']) await list.insert('l', -1, value, { create: {} });
  for (const value of ['a', 'b']) await set.insert('s', value, { create: {} });
  for (const field of ['f', 'g']) await map.insert('m', field, `of ${field}`, { create: {} });
  for (let bkey = 1n; bkey <= 3n; bkey++) {
    const element = { bkey, value: `v${bkey}`, eflag: Uint8Array.of(Number(bkey)) };
    await btree.insert('b', element, { create: {} });
  }
  await btree.insert('c', { bkey: 1n, value: '5' }, { create: {} });
  await btree.create('full', 'x', { maxCount: 1 });
  await btree.insert('full', { bkey: 1n, value: 'oldest' });
}

/** A call of many, as its outcomes: values, and words for what failed. */
export async function outcomes(
  call: Promise<ReadonlyMap<string, { outcome: string; value?: unknown }>>,
): Promise<unknown[]> {
  return [...(await call)].map(([key, part]) => [key, part.outcome === 'fulfilled' ? part.value : part.outcome]);
}

/** A call to every node, as the value of the one there is. */
export async function only(call: Promise<ReadonlyMap<string, { outcome: string; value?: unknown }>>): Promise<unknown> {
  const [part, ...others] = [...(await call).values()];
  return others.length === 0 && part?.outcome === 'fulfilled' ? part.value : part;
}
