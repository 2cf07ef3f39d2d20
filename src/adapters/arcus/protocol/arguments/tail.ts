import type { ByteWriter } from '../byte-writer.ts';
import { ArcusArgumentError } from './argument-error.ts';

/** What can end a header and changes the answer: ` pipe` inside a batch, ` noreply` outside of one. */
export function writeTail(out: ByteWriter, noreply: boolean | undefined, piped = false): void {
  if (piped) out.ascii(' pipe');
  else if (isSet(noreply, 'noreply')) out.ascii(' noreply');
}

/** An optional switch: absent, `false` or `true`, and nothing that is merely truthy. */
export function isSet(value: boolean | undefined, argument: string): boolean {
  if (value !== undefined && typeof value !== 'boolean')
    throw new ArcusArgumentError(argument, 'must be a boolean', value);
  return value === true;
}

/** One word of a fixed set. */
export function writeWord<W extends string>(
  out: ByteWriter,
  word: W,
  argument: string,
  words: readonly W[],
  blank = true,
): void {
  if (!words.includes(word)) throw new ArcusArgumentError(argument, `must be one of ${words.join(', ')}`, word);
  if (blank) out.byte(32);
  out.ascii(word);
}
