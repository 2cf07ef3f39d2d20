import type { DecodePlans } from '../decode-plans.ts';
import { typeFault, valueFault } from '../faults.ts';
import { GobType, type Read, type Shape } from '../gob-type.ts';
import type { ValueWriter } from '../value-writer.ts';
import type { WireType } from '../wire-type.ts';
import { float32, float64 } from './floats.ts';

/** A complex number by its real and its imaginary part. */
export interface Complex {
  re: number;
  im: number;
}

class ComplexType extends GobType<Complex> {
  readonly text: string;
  /** What each part is; on the wire they have no type of their own. */
  readonly #part: GobType<number>;

  constructor(text: string, part: GobType<number>) {
    super();
    this.text = text;
    this.#part = part;
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
    this.#part.write(out, value.re);
    this.#part.write(out, value.im);
  }

  compile(plans: DecodePlans, wire: WireType, id: number): Read<Complex> {
    if (wire.kind !== 'complex') throw typeFault(this.text, wire);
    const part = this.#part.compile(plans, { kind: 'float' }, id);
    return (reader) => ({ re: part(reader), im: part(reader) });
  }
}

/** Go's `complex64`, two float32. */
export const complex64: GobType<Complex> = new ComplexType('complex64', float32);
/** Go's `complex128`, two float64. */
export const complex128: GobType<Complex> = new ComplexType('complex128', float64);
