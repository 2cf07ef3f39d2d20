import type { DecodePlans } from '../decode-plans.ts';
import { typeFault, valueFault } from '../faults.ts';
import { GobError } from '../gob-error.ts';
import { GobType, type Infer, type Read, type Shape } from '../gob-type.ts';
import type { ValueWriter } from '../value-writer.ts';
import type { WireType } from '../wire-type.ts';
import { compileElements } from './compile-elements.ts';
import { writeElements } from './write-elements.ts';

class ArrayType<T> extends GobType<T[]> {
  readonly #length: number;
  readonly #elem: GobType<T>;

  constructor(length: number, elem: GobType<T>) {
    super();
    this.#length = length;
    this.#elem = elem;
  }

  get text(): string {
    return `[${this.#length}]${this.#elem.text}`;
  }

  shape(): Shape {
    return { kind: 'array', elem: this.#elem, length: this.#length };
  }

  zero(): T[] {
    return Array.from({ length: this.#length }, () => this.#elem.zero());
  }

  // Go sends an array also when all of it is zero.
  omits(): boolean {
    return false;
  }

  write(out: ValueWriter, value: T[]): void {
    if (!Array.isArray(value) || value.length !== this.#length)
      throw valueFault(`an array of ${this.#length} for ${this.text}`, value);
    writeElements(out, this.#elem, value);
  }

  compile(plans: DecodePlans, wire: WireType): Read<T[]> {
    if (wire.kind !== 'array') throw typeFault(this.text, wire);
    if (wire.length !== this.#length) {
      throw new GobError('ERR_GOB_TYPE', `expected ${this.text}, got an array of ${wire.length} on the wire`);
    }
    return compileElements(plans, wire.elem, plans.of(wire.elem, this.#elem), this.#length);
  }
}

const made = new WeakMap<GobType<unknown>, Map<number, GobType<unknown>>>();

/** A Go array `[length]elem`. Also of `uint8`, which as an array is no run of bytes. */
export function array<S extends GobType<unknown>>(length: number, elem: S): GobType<Infer<S>[]> {
  if (!Number.isSafeInteger(length) || length < 0) {
    throw new GobError('ERR_GOB_SCHEMA', `array: expected a length from 0, got ${String(length)}`);
  }
  const ofElem = made.get(elem) ?? new Map<number, GobType<unknown>>();
  made.set(elem, ofElem);
  const known = ofElem.get(length);
  if (known !== undefined) return known as GobType<Infer<S>[]>;
  const type = new ArrayType(length, elem as GobType<Infer<S>>);
  ofElem.set(length, type);
  return type;
}
