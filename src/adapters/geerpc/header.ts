import type { ByteReader } from './gob/byte-reader.ts';
import type { DecodePlans } from './gob/decode-plans.ts';
import { typeFault } from './gob/faults.ts';
import { GobType, type Read, type Shape } from './gob/gob-type.ts';
import { string } from './gob/kinds/string.ts';
import { struct } from './gob/kinds/struct.ts';
import type { ValueWriter } from './gob/value-writer.ts';
import type { WireType } from './gob/wire-type.ts';

/** What goes before every body. */
export interface Header {
  /** `Service.Method`. */
  ServiceMethod: string;
  /** Chosen by the client, echoed by the server; a `bigint` only where a `number` would not hold it. */
  Seq: number | bigint;
  /** Empty in requests and good responses. */
  Error: string;
}

/** All 64 bits, since a server has to echo whatever a client counts with. */
class SequenceType extends GobType<number | bigint> {
  readonly text = 'uint64';

  shape(): Shape {
    return { kind: 'uint' };
  }

  zero(): number {
    return 0;
  }

  omits(value: number | bigint): boolean {
    return value === 0;
  }

  write(out: ValueWriter, value: number | bigint): void {
    if (typeof value === 'number') out.bytes.uint(value);
    else out.bytes.bigUint(value);
  }

  compile(_plans: DecodePlans, wire: WireType): Read<number | bigint> {
    if (wire.kind !== 'uint') throw typeFault(this.text, wire);
    return (reader) => {
      reader.wide();
      if (reader.high <= 0x1fffff) return reader.high * 0x100000000 + reader.low;
      return (BigInt(reader.high) << 32n) | BigInt(reader.low);
    };
  }
}

const lenient = new TextDecoder();

/** Text that is shown and not interpreted: bytes that are no UTF-8 must not cost the header, and with it the place in the stream. */
class ShownTextType extends GobType<string> {
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
    string.write(out, value);
  }

  compile(_plans: DecodePlans, wire: WireType): Read<string> {
    if (wire.kind !== 'string') throw typeFault(this.text, wire);
    return (reader: ByteReader) => reader.text() ?? lenient.decode(reader.counted());
  }
}

/** The header on a gob stream. */
export const HEADER: GobType<Header> = struct('codec.Header', {
  ServiceMethod: new ShownTextType(),
  Seq: new SequenceType(),
  Error: new ShownTextType(),
});

/** The body of every response that carries an error: Go's `struct{}`. */
export const NO_BODY: GobType<Record<never, never>> = struct('', {});
