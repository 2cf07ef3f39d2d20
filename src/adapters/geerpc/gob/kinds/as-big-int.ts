import type { DecodePlans } from '../decode-plans.ts';
import { typeFault, valueFault } from '../faults.ts';
import { GobError } from '../gob-error.ts';
import { GobType, type Read, type Shape } from '../gob-type.ts';
import type { ValueWriter } from '../value-writer.ts';
import type { WireType } from '../wire-type.ts';
import { IntegerType } from './integer-type.ts';

class BigIntType extends GobType<bigint> {
  readonly #of: IntegerType;

  constructor(of: IntegerType) {
    super();
    this.#of = of;
  }

  get text(): string {
    return this.#of.text;
  }

  shape(): Shape {
    return this.#of.shape();
  }

  zero(): bigint {
    return 0n;
  }

  omits(value: bigint): boolean {
    return value === 0n;
  }

  write(out: ValueWriter, value: bigint): void {
    if (typeof value !== 'bigint' || this.#wrapped(value) !== value) {
      const hint = typeof value === 'number' ? `; a number goes with ${this.text}, without asBigInt` : '';
      throw valueFault(`a bigint that ${this.text} holds`, value, hint);
    }
    if (this.#of.signed) out.bytes.bigInt(value);
    else out.bytes.bigUint(value);
  }

  compile(_plans: DecodePlans, wire: WireType): Read<bigint> {
    const kind = this.#of.signed ? 'int' : 'uint';
    if (wire.kind !== kind) throw typeFault(this.text, wire);
    if (this.#of.bits === 64) return this.#of.signed ? (reader) => reader.bigInt() : (reader) => reader.bigUint();
    return (reader) => {
      const value = this.#of.signed ? reader.bigInt() : reader.bigUint();
      if (this.#wrapped(value) === value) return value;
      throw new GobError('ERR_GOB_RANGE', `${value} is out of the range of ${this.text}`, reader.base + reader.pos);
    };
  }

  #wrapped(value: bigint): bigint {
    return this.#of.signed ? BigInt.asIntN(this.#of.bits, value) : BigInt.asUintN(this.#of.bits, value);
  }
}

const made = new Map<IntegerType, GobType<bigint>>();

/** An integer type whose values are `bigint`: `asBigInt(int64)`. It holds all 64 bits. */
export function asBigInt(type: GobType<number>): GobType<bigint> {
  if (!(type instanceof IntegerType)) throw new GobError('ERR_GOB_SCHEMA', 'asBigInt: expected an integer type');
  const known = made.get(type);
  if (known !== undefined) return known;
  const big = new BigIntType(type);
  made.set(type, big);
  return big;
}
