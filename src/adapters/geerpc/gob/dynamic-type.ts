import type { ByteReader } from './byte-reader.ts';
import type { DecodePlans } from './decode-plans.ts';
import { compileDynamicStruct } from './dynamic-struct.ts';
import { GobError } from './gob-error.ts';
import { GobType, type Read, type Shape } from './gob-type.ts';
import { compileElements } from './kinds/compile-elements.ts';
import { compilePairs, mapPairs } from './kinds/compile-pairs.ts';
import { OpaqueValue } from './opaque-value.ts';
import type { WireType } from './wire-type.ts';

/** How values are read of which only the type on the wire is known. */
export interface DynamicOptions {
  /** `number` (default) refuses what a `number` does not hold exactly; `mixed` makes a `bigint` of just that. */
  readonly integers?: 'number' | 'bigint' | 'mixed';
  /** `text` (default) refuses what is not UTF-8; `mixed` makes a `Uint8Array` of just that. */
  readonly strings?: 'text' | 'bytes' | 'mixed';
}

/**
 * The schema of whatever comes. Structs are objects without a prototype, with the zero value of each field not sent
 * (`null` where only a pointer can be missing); maps are `Map`s; an interface is `{ type, value }` or `null`; a type that
 * encodes itself is an `OpaqueValue`.
 */
export class DynamicType extends GobType<unknown> {
  readonly text = 'unknown';
  readonly #integers: 'number' | 'bigint' | 'mixed';
  readonly #strings: 'text' | 'bytes' | 'mixed';

  constructor(options: DynamicOptions) {
    super();
    this.#integers = options.integers ?? 'number';
    this.#strings = options.strings ?? 'text';
  }

  shape(): Shape {
    throw new GobError('ERR_GOB_SCHEMA', 'a value cannot be encoded without a schema');
  }

  zero(): unknown {
    return null;
  }

  omits(): boolean {
    return false;
  }

  write(): void {
    this.shape();
  }

  compile(plans: DecodePlans, wire: WireType): Read<unknown> {
    switch (wire.kind) {
      case 'bool':
        return (reader) => {
          reader.wide();
          return reader.low !== 0 || reader.high !== 0;
        };
      case 'int':
        return this.#integer(
          (reader) => reader.int(),
          (reader) => reader.bigInt(),
        );
      case 'uint':
        return this.#integer(
          (reader) => reader.uint(),
          (reader) => reader.bigUint(),
        );
      case 'float':
        return (reader) => reader.float();
      case 'complex':
        return (reader) => ({ re: reader.float(), im: reader.float() });
      case 'bytes':
        return (reader) => reader.counted();
      case 'string':
        return this.#text();
      case 'interface':
        return (reader) => this.#held(plans, reader);
      case 'struct':
        return compileDynamicStruct(plans, wire, this);
      case 'map':
        return compilePairs(plans, wire, plans.of(wire.key, this), plans.of(wire.elem, this), mapPairs);
      case 'slice':
        return compileElements(plans, wire.elem, plans.of(wire.elem, this));
      case 'array':
        return compileElements(plans, wire.elem, plans.of(wire.elem, this), wire.length);
      default:
        return (reader) => new OpaqueValue(wire.kind, wire.name, reader.counted());
    }
  }

  /** What a struct's field of the type is if it was not sent. */
  zeroOf(wire: WireType): unknown {
    switch (wire.kind) {
      case 'bool':
        return false;
      case 'int':
      case 'uint':
        return this.#integers === 'bigint' ? 0n : 0;
      case 'float':
        return 0;
      case 'complex':
        return { re: 0, im: 0 };
      case 'string':
        return this.#strings === 'bytes' ? new Uint8Array(0) : '';
      case 'bytes':
        return new Uint8Array(0);
      case 'slice':
        return [];
      case 'map':
        return new Map();
      default:
        return null;
    }
  }

  #integer(exact: Read<number>, wide: Read<bigint>): Read<unknown> {
    if (this.#integers === 'number') return exact;
    if (this.#integers === 'bigint') return wide;
    return (reader) => {
      const start = reader.pos;
      reader.wide();
      // Below 2^52 both ways of coding a sign are exact; a bigint is made only where it may be needed.
      const small = reader.high < 0x100000;
      reader.pos = start;
      if (small) return exact(reader);
      const value = wide(reader);
      const number = Number(value);
      return Number.isSafeInteger(number) ? number : value;
    };
  }

  #text(): Read<unknown> {
    if (this.#strings === 'bytes') return (reader) => reader.counted();
    if (this.#strings === 'mixed') return (reader) => reader.text() ?? reader.counted();
    return (reader) => reader.text() ?? reader.fail('ERR_GOB_RANGE', 'expected a string in UTF-8, got other bytes');
  }

  #held(plans: DecodePlans, reader: ByteReader): { type: string; value: unknown } | null {
    const type = reader.text() ?? reader.fail('ERR_GOB_NAME', 'expected the name of a type, got no UTF-8');
    if (type === '') return null;
    reader.enter();
    reader.spend(1);
    const value = plans.insideInterface(reader, this);
    reader.leave();
    return { type, value };
  }
}
