import type { DecodePlans } from '../decode-plans.ts';
import { valueFault } from '../faults.ts';
import { GobType, type Infer, type Read, type Shape } from '../gob-type.ts';
import type { ValueWriter } from '../value-writer.ts';
import type { WireType } from '../wire-type.ts';
import { map } from './map.ts';
import { string } from './string.ts';

/** A map with string keys as an object, by way of the map it is on the wire. */
class RecordType<T> extends GobType<Record<string, T>> {
  readonly #map: GobType<Map<string, T>>;

  constructor(elem: GobType<T>) {
    super();
    this.#map = map(string, elem) as GobType<Map<string, T>>;
  }

  get text(): string {
    return this.#map.text;
  }

  override wireType(): GobType<unknown> {
    return this.#map;
  }

  shape(): Shape {
    return this.#map.shape();
  }

  zero(): Record<string, T> {
    return Object.create(null) as Record<string, T>;
  }

  omits(): boolean {
    return false;
  }

  write(out: ValueWriter, value: Record<string, T>): void {
    if (typeof value !== 'object' || value === null || value instanceof Map) {
      throw valueFault(`an object for ${this.text}`, value);
    }
    this.#map.write(out, new Map(Object.entries(value)));
  }

  compile(plans: DecodePlans, wire: WireType, id: number): Read<Record<string, T>> {
    const read = this.#map.compile(plans, wire, id);
    return (reader) => {
      const value = this.zero();
      for (const [key, elem] of read(reader)) value[key] = elem;
      return value;
    };
  }
}

const made = new WeakMap<GobType<unknown>, GobType<unknown>>();

/** A Go `map[string]elem` as an object without a prototype, so that any key is only a key. Encodes own properties. */
export function record<S extends GobType<unknown>>(elem: S): GobType<Record<string, Infer<S>>> {
  const known = made.get(elem);
  if (known !== undefined) return known as GobType<Record<string, Infer<S>>>;
  const type = new RecordType(elem as GobType<Infer<S>>);
  made.set(elem, type);
  return type;
}
