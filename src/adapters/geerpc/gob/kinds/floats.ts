import type { DecodePlans } from '../decode-plans.ts';
import { typeFault, valueFault } from '../faults.ts';
import { GobError } from '../gob-error.ts';
import { GobType, type Read, type Shape } from '../gob-type.ts';
import type { ValueWriter } from '../value-writer.ts';
import type { WireType } from '../wire-type.ts';
import { fitsFloat32, isFloat32 } from './float32.ts';

class FloatType extends GobType<number> {
  readonly text: string;
  readonly #single: boolean;

  constructor(text: string, single: boolean) {
    super();
    this.text = text;
    this.#single = single;
  }

  shape(): Shape {
    return { kind: 'float' };
  }

  zero(): number {
    return 0;
  }

  // A negative zero too, as in Go: it arrives as a positive one.
  omits(value: number): boolean {
    return value === 0;
  }

  write(out: ValueWriter, value: number): void {
    if (typeof value !== 'number') throw valueFault('a number', value);
    if (this.#single && !isFloat32(value))
      throw valueFault('a number that float32 holds exactly (see Math.fround)', value);
    out.bytes.float(value, this.#single);
  }

  compile(_plans: DecodePlans, wire: WireType): Read<number> {
    if (wire.kind !== 'float') throw typeFault(this.text, wire);
    if (!this.#single) return (reader) => reader.float();
    return (reader) => {
      const value = reader.float();
      if (fitsFloat32(value)) return value;
      throw new GobError('ERR_GOB_RANGE', `${value} is out of the range of float32`, reader.base + reader.pos);
    };
  }
}

/** Go's `float32`. Only what it holds exactly can be encoded: give `Math.fround(x)`. */
export const float32: GobType<number> = new FloatType('float32', true);
/** Go's `float64`. */
export const float64: GobType<number> = new FloatType('float64', false);
