import type { DecodePlans } from '../decode-plans.ts';
import { typeFault, valueFault } from '../faults.ts';
import { GobType, type Read, type Shape } from '../gob-type.ts';
import type { ValueWriter } from '../value-writer.ts';
import type { WireType } from '../wire-type.ts';

/** A Go type that is a run of bytes, as `Uint8Array`. */
class BytesType extends GobType<Uint8Array> {
  readonly text: string;
  readonly #kind: 'bytes' | 'string';

  constructor(text: string, kind: 'bytes' | 'string') {
    super();
    this.text = text;
    this.#kind = kind;
  }

  shape(): Shape {
    return { kind: this.#kind };
  }

  zero(): Uint8Array {
    return new Uint8Array(0);
  }

  omits(value: Uint8Array): boolean {
    return value instanceof Uint8Array && value.length === 0;
  }

  write(out: ValueWriter, value: Uint8Array): void {
    if (!(value instanceof Uint8Array)) throw valueFault('a Uint8Array', value);
    out.bytes.counted(value);
  }

  compile(_plans: DecodePlans, wire: WireType): Read<Uint8Array> {
    if (wire.kind !== this.#kind) throw typeFault(this.text, wire);
    return (reader) => reader.counted();
  }
}

/** Go's `[]byte`. */
export const bytes: GobType<Uint8Array> = new BytesType('[]uint8', 'bytes');
/** Go's `string` as its bytes, which need not be UTF-8. */
export const byteString: GobType<Uint8Array> = new BytesType('string', 'string');
