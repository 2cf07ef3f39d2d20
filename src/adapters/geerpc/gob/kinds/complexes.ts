import type { DecodePlans } from '../decode-plans.ts';
import { typeFault, valueFault } from '../faults.ts';
import { GobError } from '../gob-error.ts';
import { GobType, type Read, type Shape } from '../gob-type.ts';
import type { ValueWriter } from '../value-writer.ts';
import type { WireType } from '../wire-type.ts';
import { fitsFloat32, isFloat32 } from './float32.ts';

/** A complex number by its real and its imaginary part. */
export interface Complex {
  re: number;
  im: number;
}

class ComplexType extends GobType<Complex> {
  readonly text: string;
  readonly #single: boolean;

  constructor(text: string, single: boolean) {
    super();
    this.text = text;
    this.#single = single;
  }

  shape(): Shape {
    return { kind: 'complex' };
  }

  zero(): Complex {
    return { re: 0, im: 0 };
  }

  omits(value: Complex): boolean {
    return value?.re === 0 && value.im === 0;
  }

  write(out: ValueWriter, value: Complex): void {
    if (typeof value?.re !== 'number' || typeof value.im !== 'number') throw valueFault('{ re, im }', value);
    if (this.#single && !(isFloat32(value.re) && isFloat32(value.im))) {
      throw valueFault('parts that float32 holds exactly (see Math.fround)', value);
    }
    out.bytes.float(value.re, this.#single);
    out.bytes.float(value.im, this.#single);
  }

  compile(_plans: DecodePlans, wire: WireType): Read<Complex> {
    if (wire.kind !== 'complex') throw typeFault(this.text, wire);
    return (reader) => {
      const value = { re: reader.float(), im: reader.float() };
      if (!this.#single || (fitsFloat32(value.re) && fitsFloat32(value.im))) return value;
      throw new GobError('ERR_GOB_RANGE', 'a part is out of the range of complex64', reader.base + reader.pos);
    };
  }
}

/** Go's `complex64`, two float32. */
export const complex64: GobType<Complex> = new ComplexType('complex64', true);
/** Go's `complex128`, two float64. */
export const complex128: GobType<Complex> = new ComplexType('complex128', false);
