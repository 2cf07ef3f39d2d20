import type { Contender } from '../peers/contender.ts';
import { peerFiles } from '../peers/names.ts';

/** Loads one contender and no other, so that its process holds nothing of the rest. */
export async function loadContender(name: string): Promise<Contender> {
  const file = name === 'ours' ? '../ours.ts' : `../peers/${peerFiles[name] ?? name}`;
  const module = (await import(file)) as { contender: Contender };
  return module.contender;
}
