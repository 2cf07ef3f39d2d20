import type { DecodePlans } from '../decode-plans.ts';
import type { Read } from '../gob-type.ts';
import type { WireType } from '../wire-type.ts';

/** What a map is read into. */
export interface Pairs<K, V, C> {
  make(): C;
  has(into: C, key: K): boolean;
  put(into: C, key: K, elem: V): void;
}

/** Compiles the reading of a map's counted pairs. Of equal keys the last one wins, as in Go. */
export function compilePairs<K, V, C>(
  plans: DecodePlans,
  wire: WireType & { kind: 'map' },
  readKey: Read<K>,
  readElem: Read<V>,
  pairs: Pairs<K, V, C>,
): Read<C> {
  const bounded = !plans.holdsInterface(wire.key) && !plans.holdsInterface(wire.elem);
  return (reader) => {
    const count = bounded ? reader.count('pairs', 2) : reader.size();
    reader.spend(count * 2);
    reader.enter();
    const into = pairs.make();
    for (let i = 0; i < count; i++) {
      if (reader.pos >= reader.end) reader.truncated('a key');
      const key = readKey(reader);
      // In Go no NaN equals another, so its maps hold any number of them.
      if (Number.isNaN(key) && pairs.has(into, key)) {
        reader.fail('ERR_GOB_RANGE', 'a Map holds one NaN key, got a second');
      }
      if (reader.pos >= reader.end) reader.truncated('an element');
      pairs.put(into, key, readElem(reader));
    }
    reader.leave();
    return into;
  };
}

/** Pairs into a `Map`. */
export const mapPairs: Pairs<unknown, unknown, Map<unknown, unknown>> = {
  make: () => new Map(),
  has: (into, key) => into.has(key),
  put: (into, key, elem) => into.set(key, elem),
};
