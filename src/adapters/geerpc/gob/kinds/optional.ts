import type { DecodePlans } from '../decode-plans.ts';
import { valueFault } from '../faults.ts';
import { GobType, type Infer, type Read, type Shape } from '../gob-type.ts';
import type { ValueWriter } from '../value-writer.ts';
import type { WireType } from '../wire-type.ts';

class OptionalType<T> extends GobType<T | null> {
  readonly #to: GobType<T>;

  constructor(to: GobType<T>) {
    super();
    this.#to = to;
  }

  get text(): string {
    return `*${this.#to.text}`;
  }

  override wireType(): GobType<unknown> {
    return this.#to.wireType();
  }

  shape(): Shape {
    return this.#to.shape();
  }

  zero(): T | null {
    return null;
  }

  omits(value: T | null): boolean {
    return value === null || value === undefined || this.#to.omits(value);
  }

  write(out: ValueWriter, value: T | null): void {
    if (value === null || value === undefined) throw valueFault(`a value for ${this.text} where gob has no nil`, value);
    this.#to.write(out, value);
  }

  compile(plans: DecodePlans, _wire: WireType, id: number): Read<T | null> {
    return plans.of(id, this.#to);
  }
}

const made = new WeakMap<GobType<unknown>, GobType<unknown>>();

/**
 * A Go pointer, or any other field that can be nil: `null` stands for nil. Gob sends what is pointed to; there is no nil
 * outside a struct's field, and a pointer to a zero number, string or empty slice arrives as nil, as between two Gos.
 */
export function optional<S extends GobType<unknown>>(to: S): GobType<Infer<S> | null> {
  const known = made.get(to);
  if (known !== undefined) return known as GobType<Infer<S> | null>;
  const type = new OptionalType(to as GobType<Infer<S>>);
  made.set(to, type);
  return type;
}
