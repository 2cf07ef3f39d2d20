import type { Contender } from '../peers/contender.ts';
import { peerFiles } from '../peers/names.ts';

/** Loads one contender and no other, so that its process holds nothing of the rest. */
export async function loadContender(name: string): Promise<Contender> {
  if (name === 'ours') return (await import('../ours.ts')).contender;
  const file = peerFiles[name];
  if (file === undefined) throw new RangeError(`expected the name of a peer, got ${name}`);
  return ((await import(`../peers/${file}`)) as { contender: Contender }).contender;
}
