import { valueFault } from '../faults.ts';
import type { GobType } from '../gob-type.ts';
import { GoTime } from './go-time.ts';
import { gobEncoder } from './marshalers.ts';

/** Go's `time.Time`, as a `GoTime`. */
export const time: GobType<GoTime> = gobEncoder<GoTime>({
  name: 'time.Time',
  encode: (value) => {
    if (!(value instanceof GoTime)) throw valueFault('a GoTime', value);
    return value.toBytes();
  },
  decode: GoTime.fromBytes,
  zero: () => GoTime.zero,
  isZero: (value) => value instanceof GoTime && value.isZero(),
});
