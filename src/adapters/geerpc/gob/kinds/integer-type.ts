import type { DecodePlans } from '../decode-plans.ts';
import { typeFault, valueFault } from '../faults.ts';
import { GobError } from '../gob-error.ts';
import { GobType, type Read, type Shape } from '../gob-type.ts';
import type { ValueWriter } from '../value-writer.ts';
import type { WireType } from '../wire-type.ts';

/** A Go integer type as `number`. Beyond what a `number` holds exactly it refuses, in both directions. */
export class IntegerType extends GobType<number> {
  readonly text: string;
  readonly signed: boolean;
  readonly bits: number;
  readonly #min: number;
  readonly #max: number;

  constructor(text: string, signed: boolean, bits: number) {
    super();
    this.text = text;
    this.signed = signed;
    this.bits = bits;
    const safe = Number.MAX_SAFE_INTEGER;
    this.#max = bits === 64 ? safe : 2 ** (signed ? bits - 1 : bits) - 1;
    this.#min = signed ? -(bits === 64 ? safe : this.#max + 1) : 0;
  }

  shape(): Shape {
    return { kind: this.signed ? 'int' : 'uint' };
  }

  zero(): number {
    return 0;
  }

  omits(value: number): boolean {
    return value === 0;
  }

  write(out: ValueWriter, value: number): void {
    if (!Number.isInteger(value) || value < this.#min || value > this.#max) {
      throw valueFault(`a whole number from ${this.#min} to ${this.#max} for ${this.text}`, value, this.#hint(value));
    }
    if (this.signed) out.bytes.int(value);
    else out.bytes.uint(value);
  }

  /** What else can hold it. */
  #hint(value: unknown): string {
    if (typeof value === 'bigint') return `; a bigint goes with asBigInt(${this.text})`;
    const beyond = this.bits === 64 && Number.isInteger(value) && !Number.isSafeInteger(value);
    return beyond ? `, which a number does not hold exactly; asBigInt(${this.text}) takes a bigint` : '';
  }

  compile(_plans: DecodePlans, wire: WireType): Read<number> {
    const kind = this.signed ? 'int' : 'uint';
    if (wire.kind !== kind) throw typeFault(this.text, wire);
    if (this.bits === 64) return this.signed ? (reader) => reader.int() : (reader) => reader.uint();
    return (reader) => {
      const value = this.signed ? reader.int() : reader.uint();
      if (value < this.#min || value > this.#max) {
        throw new GobError('ERR_GOB_RANGE', `${value} is out of the range of ${this.text}`, reader.base + reader.pos);
      }
      return value;
    };
  }
}
