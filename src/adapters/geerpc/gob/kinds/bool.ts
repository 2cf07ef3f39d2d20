import type { DecodePlans } from '../decode-plans.ts';
import { typeFault, valueFault } from '../faults.ts';
import { GobType, type Read, type Shape } from '../gob-type.ts';
import type { ValueWriter } from '../value-writer.ts';
import type { WireType } from '../wire-type.ts';

class BoolType extends GobType<boolean> {
  readonly text = 'bool';

  shape(): Shape {
    return { kind: 'bool' };
  }

  zero(): boolean {
    return false;
  }

  omits(value: boolean): boolean {
    return value === false;
  }

  write(out: ValueWriter, value: boolean): void {
    if (typeof value !== 'boolean') throw valueFault('a boolean', value);
    out.bytes.byte(value ? 1 : 0);
  }

  compile(_plans: DecodePlans, wire: WireType): Read<boolean> {
    if (wire.kind !== 'bool') throw typeFault('bool', wire);
    return (reader) => {
      reader.wide();
      return reader.low !== 0 || reader.high !== 0;
    };
  }
}

/** Go's `bool`. */
export const bool: GobType<boolean> = new BoolType();
