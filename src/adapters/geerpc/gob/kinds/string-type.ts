import type { ByteReader } from '../byte-reader.ts';
import type { DecodePlans } from '../decode-plans.ts';
import { typeFault, valueFault } from '../faults.ts';
import { GobType, type Read, type Shape } from '../gob-type.ts';
import type { ValueWriter } from '../value-writer.ts';
import type { WireType } from '../wire-type.ts';

/** Go's `string`, which may be any bytes. `other` says what is made of those that are not UTF-8. */
export class StringType extends GobType<string> {
  readonly text = 'string';
  readonly #other: (reader: ByteReader) => string;

  constructor(other: (reader: ByteReader) => string) {
    super();
    this.#other = other;
  }

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
    if (wire.kind !== 'string') throw typeFault(this.text, wire);
    return (reader) => reader.text() ?? this.#other(reader);
  }
}
