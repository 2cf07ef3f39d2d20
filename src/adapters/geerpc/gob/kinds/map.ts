import type { DecodePlans } from '../decode-plans.ts';
import { printed, typeFault, valueFault } from '../faults.ts';
import { GobError } from '../gob-error.ts';
import { GobType, type Infer, type Read, type Shape } from '../gob-type.ts';
import type { ValueWriter } from '../value-writer.ts';
import type { WireType } from '../wire-type.ts';
import { compilePairs, mapPairs, type Pairs } from './compile-pairs.ts';

class MapType<K, V> extends GobType<Map<K, V>> {
  readonly #key: GobType<K>;
  readonly #elem: GobType<V>;

  constructor(key: GobType<K>, elem: GobType<V>) {
    super();
    this.#key = key;
    this.#elem = elem;
  }

  get text(): string {
    return `map[${this.#key.text}]${this.#elem.text}`;
  }

  shape(): Shape {
    return { kind: 'map', key: this.#key, elem: this.#elem };
  }

  zero(): Map<K, V> {
    return new Map();
  }

  // Go leaves a nil map out, but sends an empty one. A nil map is an `optional` one here.
  omits(): boolean {
    return false;
  }

  write(out: ValueWriter, value: Map<K, V>): void {
    if (!(value instanceof Map)) throw valueFault(`a Map for ${this.text}`, value);
    out.bytes.uint(value.size);
    out.enter();
    for (const [key, elem] of value) {
      try {
        this.#key.write(out, key);
        this.#elem.write(out, elem);
      } catch (error) {
        throw error instanceof GobError ? error.within(`[${printed(key)}]`) : error;
      }
    }
    out.leave();
  }

  compile(plans: DecodePlans, wire: WireType): Read<Map<K, V>> {
    if (wire.kind !== 'map') throw typeFault(this.text, wire);
    const pairs = mapPairs as Pairs<K, V, Map<K, V>>;
    return compilePairs(plans, wire, plans.of(wire.key, this.#key), plans.of(wire.elem, this.#elem), pairs);
  }
}

const made = new WeakMap<GobType<unknown>, WeakMap<GobType<unknown>, GobType<unknown>>>();

/** A Go map, as a `Map`; nil is decoded as an empty one. Keys that are objects here are told apart by identity. */
export function map<K extends GobType<unknown>, V extends GobType<unknown>>(
  key: K,
  elem: V,
): GobType<Map<Infer<K>, Infer<V>>> {
  const ofKey = made.get(key) ?? new WeakMap<GobType<unknown>, GobType<unknown>>();
  made.set(key, ofKey);
  const known = ofKey.get(elem);
  if (known !== undefined) return known as GobType<Map<Infer<K>, Infer<V>>>;
  const type = new MapType(key as GobType<Infer<K>>, elem as GobType<Infer<V>>);
  ofKey.set(elem, type);
  return type;
}
