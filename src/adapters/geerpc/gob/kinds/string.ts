import type { DecodePlans } from '../decode-plans.ts';
import { typeFault, valueFault } from '../faults.ts';
import { GobType, type Read, type Shape } from '../gob-type.ts';
import type { ValueWriter } from '../value-writer.ts';
import type { WireType } from '../wire-type.ts';

class StringType extends GobType<string> {
  readonly text = 'string';

  shape(): Shape {
    return { kind: 'string' };
  }

  zero(): string {
    return '';
  }

  omits(value: string): boolean {
    return value === '';
  }

  write(out: ValueWriter, value: string): void {
    if (typeof value !== 'string') throw valueFault('a string', value);
    out.bytes.text(value);
  }

  compile(_plans: DecodePlans, wire: WireType): Read<string> {
    if (wire.kind !== 'string') throw typeFault('string', wire);
    return (reader) =>
      reader.text() ?? reader.fail('ERR_GOB_RANGE', 'expected a string in UTF-8, got other bytes (see byteString)');
  }
}

/** Go's `string`, if it is UTF-8: other bytes are an error, never replacement characters. */
export const string: GobType<string> = new StringType();
