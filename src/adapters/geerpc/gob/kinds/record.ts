import type { DecodePlans } from '../decode-plans.ts';
import { printed, typeFault, valueFault } from '../faults.ts';
import { GobError } from '../gob-error.ts';
import { GobType, type Infer, type Read, type Shape } from '../gob-type.ts';
import type { ValueWriter } from '../value-writer.ts';
import type { WireType } from '../wire-type.ts';
import { compilePairs } from './compile-pairs.ts';
import { map } from './map.ts';
import { string } from './string.ts';

class RecordType<T> extends GobType<Record<string, T>> {
  readonly #elem: GobType<T>;
  /** The same type as a `Map`: on the wire there is one. */
  readonly #map: GobType<unknown>;

  constructor(elem: GobType<T>) {
    super();
    this.#elem = elem;
    this.#map = map(string, elem);
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
    const keys = Object.keys(value);
    out.bytes.uint(keys.length);
    out.enter();
    for (const key of keys) {
      try {
        out.bytes.text(key);
        this.#elem.write(out, value[key]!);
      } catch (error) {
        throw error instanceof GobError ? error.within(`[${printed(key)}]`) : error;
      }
    }
    out.leave();
  }

  compile(plans: DecodePlans, wire: WireType): Read<Record<string, T>> {
    if (wire.kind !== 'map') throw typeFault(this.text, wire);
    return compilePairs<string, T, Record<string, T>>(
      plans,
      wire,
      plans.of(wire.key, string),
      plans.of(wire.elem, this.#elem),
      {
        make: () => this.zero(),
        has: () => false,
        put: (into, key, elem) => {
          into[key] = elem;
        },
      },
    );
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
