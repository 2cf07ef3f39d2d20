import type { ByteReader } from './byte-reader.ts';
import type { OpaqueKind, WireField, WireType } from './wire-type.ts';

const opaqueKinds: readonly OpaqueKind[] = ['gobEncoder', 'binaryMarshaler', 'textMarshaler'];
const kinds = 7;
const maxId = 0x7fffffff;

/**
 * Reads the description of one type, which is itself sent as a struct: a wireType with exactly one of its seven fields.
 * The id inside its CommonType is read and ignored: the id of the definition's message counts.
 */
export function readDefinition(reader: ByteReader): WireType {
  let type: WireType | undefined;
  readFields(reader, kinds, (field) => {
    if (type !== undefined) reader.fail('ERR_GOB_CORRUPT', 'expected a definition of one kind, got a second one');
    type = readKind(reader, field);
  });
  return type ?? reader.fail('ERR_GOB_CORRUPT', 'expected a definition of some kind, got none');
}

function readKind(reader: ByteReader, kind: number): WireType {
  let name = '';
  let first = 0;
  let second = 0;
  let fields: readonly WireField[] = [];
  const known = [3, 2, 2, 3, 1, 1, 1][kind] ?? 0;
  readFields(reader, known, (field) => {
    if (field === 0) name = readCommon(reader);
    else if (kind === 2) fields = readFieldList(reader);
    else if (kind === 0 && field === 2) second = readLength(reader);
    else if (field === 1) first = readId(reader);
    else second = readId(reader);
  });
  if (kind === 0) return { kind: 'array', name, elem: first, length: second };
  if (kind === 1) return { kind: 'slice', name, elem: first };
  if (kind === 2) return { kind: 'struct', name, fields };
  if (kind === 3) return { kind: 'map', name, key: first, elem: second };
  return { kind: opaqueKinds[kind - 4]!, name };
}

function readCommon(reader: ByteReader): string {
  let name = '';
  readFields(reader, 2, (field) => {
    if (field === 0) name = readName(reader, 'a type');
    else readId(reader);
  });
  return name;
}

function readFieldList(reader: ByteReader): readonly WireField[] {
  const count = reader.count('fields');
  if (count > reader.limits.fields) reader.passed('fields', `a struct of ${count} fields`);
  const fields: WireField[] = [];
  const names = new Set<string>();
  for (let i = 0; i < count; i++) {
    let name = '';
    let id = 0;
    readFields(reader, 2, (field) => {
      if (field === 0) name = readName(reader, 'a field');
      else id = readId(reader);
    });
    if (names.has(name))
      reader.fail('ERR_GOB_CORRUPT', `expected fields of different names, got ${JSON.stringify(name)} twice`);
    names.add(name);
    fields.push({ name, id });
  }
  return fields;
}

/** The frame of every struct: deltas to the field numbers, closed by a zero. */
function readFields(reader: ByteReader, known: number, read: (field: number) => void): void {
  let field = -1;
  for (;;) {
    const delta = reader.delta();
    if (delta === 0) return;
    field += delta;
    if (field >= known)
      reader.fail('ERR_GOB_CORRUPT', `expected one of ${known} fields of a definition, got number ${field}`);
    read(field);
  }
}

function readName(reader: ByteReader, of: string): string {
  const start = reader.pos;
  const length = reader.count('bytes of a name');
  if (length > reader.limits.nameBytes) reader.passed('nameBytes', `the name of ${of} of ${length} bytes`);
  reader.pos = start;
  return reader.text() ?? reader.fail('ERR_GOB_CORRUPT', `expected the name of ${of} in UTF-8`);
}

function readId(reader: ByteReader): number {
  const id = readSigned(reader);
  if (id < 1 || id > maxId) reader.fail('ERR_GOB_CORRUPT', `expected the id of a type, got ${id}`);
  return id;
}

function readLength(reader: ByteReader): number {
  const length = readSigned(reader);
  if (length < 0) reader.fail('ERR_GOB_CORRUPT', `expected the length of an array, got ${length}`);
  return length;
}

/** Ids and lengths: a number too wide for a safe integer is corrupt here, where for a value it is a matter of the schema. */
function readSigned(reader: ByteReader): number {
  const coded = reader.size();
  return coded % 2 === 1 ? -(coded - 1) / 2 - 1 : coded / 2;
}
