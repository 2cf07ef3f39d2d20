import type { ByteWriter } from '../byte-writer.ts';
import { writeWord } from './tail.ts';

/** What a collection get does with the elements it returned; `drop` also removes the collection once it is empty. */
export type AfterGet = 'delete' | 'drop';

const actions: readonly AfterGet[] = ['delete', 'drop'];

/** ` delete` or ` drop`, if given. */
export function writeAfterGet(out: ByteWriter, after: AfterGet | undefined): void {
  if (after !== undefined) writeWord(out, after, 'after', actions);
}
