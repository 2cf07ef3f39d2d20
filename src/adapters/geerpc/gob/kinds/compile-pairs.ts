import type { DecodePlans } from '../decode-plans.ts';
import type { Read } from '../gob-type.ts';
import type { WireType } from '../wire-type.ts';

/** Compiles the reading of a map's counted pairs. Of equal keys the last one wins, as in Go. */
export function compilePairs<K, V>(
  plans: DecodePlans,
  wire: WireType & { kind: 'map' },
  readKey: Read<K>,
  readElem: Read<V>,
): Read<Map<K, V>> {
  const bounded = !plans.holdsInterface(wire.key) && !plans.holdsInterface(wire.elem);
  return (reader) => {
    const count = bounded ? reader.count('pairs', 2) : reader.size();
    reader.spend(count * 2);
    reader.enter();
    const values = new Map<K, V>();
    for (let i = 0; i < count; i++) {
      if (reader.pos >= reader.end) reader.truncated('a key');
      const key = readKey(reader);
      // In Go no NaN equals another, so its maps hold any number of them.
      if (Number.isNaN(key) && values.has(key))
        reader.fail('ERR_GOB_RANGE', 'a Map holds one NaN key, got a second');
      if (reader.pos >= reader.end) reader.truncated('an element');
      values.set(key, readElem(reader));
    }
    reader.leave();
    return values;
  };
}
