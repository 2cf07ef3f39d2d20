import { GobError } from '../gob-error.ts';
import type { GobType } from '../gob-type.ts';
import type { ValueWriter } from '../value-writer.ts';

/** The elements of a slice or an array behind their count. Zero values are sent here. */
export function writeElements<T>(out: ValueWriter, elem: GobType<T>, values: readonly T[]): void {
  const { length } = values;
  let i = 0;
  out.bytes.uint(length);
  out.enter();
  try {
    for (; i < length; i++) elem.write(out, values[i]!);
  } catch (error) {
    throw error instanceof GobError ? error.within(`[${i}]`) : error;
  }
  out.leave();
}
