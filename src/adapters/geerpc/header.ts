import type { DecodePlans } from './gob/decode-plans.ts';
import { typeFault } from './gob/faults.ts';
import { GobType, type Read, type Shape } from './gob/gob-type.ts';
import { StringType } from './gob/kinds/string-type.ts';
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
const shown = new StringType((reader) => lenient.decode(reader.counted()));

/** The header as any struct is written and read; what is on the wire. */
const HEADER_STRUCT: GobType<Header> = struct('codec.Header', {
  ServiceMethod: shown,
  Seq: new SequenceType(),
  Error: shown,
});
/** Its fields as everybody lays them out. */
const USUAL = 'ServiceMethod Seq Error';

/**
 * The header again, for every message has one: written by hand, and read by hand when it is laid out as usual. That halves what it
 * costs beside the generic struct, which looks properties up by their names.
 */
class HeaderType extends GobType<Header> {
  readonly text: string = HEADER_STRUCT.text;
  readonly #seq = new SequenceType();

  override wireType(): GobType<unknown> {
    return HEADER_STRUCT;
  }

  shape(): Shape {
    return HEADER_STRUCT.shape();
  }

  zero(): Header {
    return { ServiceMethod: '', Seq: 0, Error: '' };
  }

  omits(): boolean {
    return false;
  }

  write(out: ValueWriter, { ServiceMethod, Seq, Error: text }: Header): void {
    let sent = -1;
    if (ServiceMethod !== '') {
      out.bytes.byte(1);
      out.bytes.text(ServiceMethod);
      sent = 0;
    }
    if (Seq !== 0) {
      out.bytes.byte(1 - sent);
      this.#seq.write(out, Seq);
      sent = 1;
    }
    if (text !== '') {
      out.bytes.byte(2 - sent);
      out.bytes.text(text);
    }
    out.bytes.byte(0);
  }

  compile(plans: DecodePlans, wire: WireType, id: number): Read<Header> {
    const generic = HEADER_STRUCT.compile(plans, wire, id);
    if (wire.kind !== 'struct' || wire.fields.map(({ name }) => name).join(' ') !== USUAL) return generic;
    const [readText, readSeq] = [plans.of(wire.fields[0]!.id, shown), plans.of(wire.fields[1]!.id, this.#seq)];
    // Most messages are of the method that the one before was of: the same string again, which a map finds sooner, too.
    let last = '';
    return (reader) => {
      const header: Header = this.zero();
      let field = -1;
      for (let delta = reader.delta(); delta !== 0; delta = reader.delta()) {
        field += delta;
        if (field === 0) header.ServiceMethod = reader.is(last) ? last : readText(reader);
        else if (field === 1) header.Seq = readSeq(reader);
        else if (field === 2) header.Error = readText(reader);
        else reader.fail('ERR_GOB_CORRUPT', `expected one of 3 fields, got number ${field}`);
      }
      last = header.ServiceMethod;
      return header;
    };
  }
}

/** The header on a gob stream. */
export const HEADER: GobType<Header> = new HeaderType();

/** The body of every response that carries an error: Go's `struct{}`. */
export const NO_BODY: GobType<Record<never, never>> = struct('', {});
