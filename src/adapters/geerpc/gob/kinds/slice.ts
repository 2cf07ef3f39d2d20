import type { DecodePlans } from '../decode-plans.ts';
import { typeFault, valueFault } from '../faults.ts';
import { GobType, type Infer, type Read, type Shape } from '../gob-type.ts';
import type { ValueWriter } from '../value-writer.ts';
import type { WireType } from '../wire-type.ts';
import { compileElements } from './compile-elements.ts';
import { writeElements } from './write-elements.ts';

class SliceType<T> extends GobType<T[]> {
  readonly #elem: GobType<T>;

  constructor(elem: GobType<T>) {
    super();
    this.#elem = elem;
  }

  get text(): string {
    return `[]${this.#elem.text}`;
  }

  shape(): Shape {
    return { kind: 'slice', elem: this.#elem };
  }

  zero(): T[] {
    return [];
  }

  omits(value: T[]): boolean {
    return Array.isArray(value) && value.length === 0;
  }

  write(out: ValueWriter, value: T[]): void {
    if (!Array.isArray(value)) throw valueFault(`an array for ${this.text}`, value);
    writeElements(out, this.#elem, value);
  }

  compile(plans: DecodePlans, wire: WireType): Read<T[]> {
    if (wire.kind !== 'slice') throw typeFault(this.text, wire);
    return compileElements(plans, wire.elem, plans.of(wire.elem, this.#elem));
  }
}

const made = new WeakMap<GobType<unknown>, GobType<unknown>>();

/** A Go slice, as an array. `[]byte` is `bytes`, not a slice of `uint8`. A nil slice is decoded as an empty one. */
export function slice<S extends GobType<unknown>>(elem: S): GobType<Infer<S>[]> {
  const known = made.get(elem);
  if (known !== undefined) return known as GobType<Infer<S>[]>;
  const type = new SliceType(elem as GobType<Infer<S>>);
  made.set(elem, type);
  return type;
}
