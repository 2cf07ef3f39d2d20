import { ByteWriter } from '../../../../../src/adapters/geerpc/gob/byte-writer.ts';

/** Streams that no encoder writes, put together by hand. */
export function message(write: (out: ByteWriter) => void): Uint8Array {
  const body = new ByteWriter();
  write(body);
  const out = new ByteWriter();
  out.uint(body.length);
  out.raw(body.bytes, body.length);
  return out.bytes.slice(0, out.length);
}

export function stream(...messages: readonly Uint8Array[]): Uint8Array {
  return Uint8Array.from(Buffer.concat(messages));
}

/** The definition of `id` as a slice of `elem`. */
export function sliceDefinition(id: number, elem: number): Uint8Array {
  return message((out) => {
    out.int(-id);
    out.raw(Uint8Array.of(2, 1, 0, 1), 4);
    out.int(elem);
    out.raw(Uint8Array.of(0, 0), 2);
  });
}

export function mapDefinition(id: number, key: number, elem: number): Uint8Array {
  return message((out) => {
    out.int(-id);
    out.raw(Uint8Array.of(4, 1, 0, 1), 4);
    out.int(key);
    out.byte(1);
    out.int(elem);
    out.raw(Uint8Array.of(0, 0), 2);
  });
}

export function structDefinition(id: number, fields: readonly (readonly [name: string, id: number])[]): Uint8Array {
  return message((out) => {
    out.int(-id);
    out.raw(Uint8Array.of(3, 1, 0, 1), 4);
    out.uint(fields.length);
    for (const [name, field] of fields) {
      out.byte(1);
      out.text(name);
      out.byte(1);
      out.int(field);
      out.byte(0);
    }
    out.raw(Uint8Array.of(0, 0), 2);
  });
}

/** A value of type `id`, already in top-level form. */
export function value(id: number, ...parts: readonly (number | Uint8Array)[]): Uint8Array {
  return message((out) => {
    out.int(id);
    for (const part of parts) {
      if (typeof part === 'number') out.byte(part);
      else out.raw(part, part.length);
    }
  });
}

export function repeated(byte: number, count: number): Uint8Array {
  return new Uint8Array(count).fill(byte);
}
