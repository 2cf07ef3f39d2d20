import type { ByteWriter } from './byte-writer.ts';
import type { Shape } from './gob-type.ts';
import type { TypeEntry, TypeIds } from './type-ids.ts';

const kindFields: Readonly<Record<string, number>> = {
  array: 0,
  slice: 1,
  struct: 2,
  map: 3,
  gobEncoder: 4,
  binaryMarshaler: 5,
  textMarshaler: 6,
};

/** Writes `int(-id)` and the wireType struct that describes a type, as `readDefinition` reads them. */
export function writeDefinition(out: ByteWriter, entry: TypeEntry, shape: Shape, ids: TypeIds): void {
  out.int(-entry.id);
  out.uint(kindFields[shape.kind]! + 1);
  writeCommon(out, entry);
  switch (shape.kind) {
    case 'array':
      writeNumber(out, 1, ids.of(shape.elem.wireType()).id);
      if (shape.length !== 0) writeNumber(out, 1, shape.length);
      break;
    case 'slice':
      writeNumber(out, 1, ids.of(shape.elem.wireType()).id);
      break;
    case 'map':
      writeNumber(out, 1, ids.of(shape.key.wireType()).id);
      writeNumber(out, 1, ids.of(shape.elem.wireType()).id);
      break;
    case 'struct':
      if (shape.fields.length === 0) break;
      out.byte(1);
      out.uint(shape.fields.length);
      for (const [name, type] of shape.fields) {
        out.byte(1);
        out.text(name);
        writeNumber(out, 1, ids.of(type.wireType()).id);
        out.byte(0);
      }
      break;
  }
  out.byte(0);
  out.byte(0);
}

/** CommonType is the first field of every kind but has to be sent even when it is empty. */
function writeCommon(out: ByteWriter, entry: TypeEntry): void {
  out.byte(1);
  if (entry.name !== '') {
    out.byte(1);
    out.text(entry.name);
  }
  writeNumber(out, entry.name === '' ? 2 : 1, entry.id);
  out.byte(0);
}

function writeNumber(out: ByteWriter, delta: number, value: number): void {
  out.byte(delta);
  out.int(value);
}
