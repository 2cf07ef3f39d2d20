import type { DecodePlans } from '../decode-plans.ts';
import { GobError } from '../gob-error.ts';
import type { Read } from '../gob-type.ts';

/** Compiles the reading of counted elements of wire type `elem`. With `length`, their number is fixed. */
export function compileElements<T>(plans: DecodePlans, elem: number, read: Read<T>, length?: number): Read<T[]> {
  const bounded = !plans.holdsInterface(elem);
  return (reader) => {
    // Elements that hold interfaces may be in later messages. All of them have been found to be there by then.
    const count = bounded ? reader.count('elements') : reader.size();
    if (length !== undefined && count !== length) {
      reader.fail('ERR_GOB_CORRUPT', `expected an array of ${length} elements, got ${count}`);
    }
    reader.spend(count);
    reader.enter();
    const values: T[] = [];
    try {
      for (let i = 0; i < count; i++) {
        if (reader.pos >= reader.end) reader.truncated('an element');
        values.push(read(reader));
      }
    } catch (error) {
      throw error instanceof GobError ? error.within(`[${values.length}]`) : error;
    }
    reader.leave();
    return values;
  };
}
