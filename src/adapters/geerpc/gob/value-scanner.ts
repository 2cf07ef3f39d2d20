import type { ByteReader } from './byte-reader.ts';
import type { MessageSource } from './message-source.ts';
import type { TypeTable } from './type-table.ts';
import type { WireField } from './wire-type.ts';

/** A composite value that the scan is inside of: a struct by its fields, the rest by the ids that its elements repeat. */
interface Frame {
  readonly fields: readonly WireField[] | undefined;
  readonly first: number;
  readonly second: number;
  /** A struct's last field number; else the number of elements already begun. */
  at: number;
  readonly count: number;
}

/**
 * Walks over one value by its structure alone. It keeps its place on a stack of its own: a value whose interfaces define
 * types is spread over several messages, and the scan waits for the next of them without being done again from the start.
 */
export class ValueScanner {
  readonly #table: TypeTable;
  readonly #frames: Frame[] = [];
  #atInterface = false;

  constructor(table: TypeTable) {
    this.#table = table;
  }

  /** Begins with a value in top-level form: one that is no struct has a zero byte first. */
  startTop(id: number, reader: ByteReader): void {
    this.#frames.length = 0;
    this.#atInterface = false;
    this.#beginTop(id, reader);
  }

  /** Begins with a value as it is sent inside another one. */
  start(id: number, reader: ByteReader): void {
    this.#frames.length = 0;
    this.#atInterface = false;
    this.#begin(id, reader);
  }

  /** Goes on to the end of the value: true. False: the rest is in a message that `source` does not have yet. */
  run(reader: ByteReader, source: MessageSource): boolean {
    for (;;) {
      if (this.#atInterface) {
        const id = source.typeInsideInterface(reader);
        if (id === undefined) return false;
        this.#atInterface = false;
        // The count of the value's bytes ends nothing, since a definition inside it begins a new message.
        reader.size();
        this.#beginTop(id, reader);
      }
      const frame = this.#frames.at(-1);
      if (frame === undefined) {
        if (!this.#atInterface) return true;
      } else if (frame.fields !== undefined) this.#nextField(frame, frame.fields, reader);
      else this.#nextElement(frame, reader);
    }
  }

  #nextField(frame: Frame, fields: readonly WireField[], reader: ByteReader): void {
    // A struct may also end with its message.
    const delta = reader.pos < reader.end ? reader.size() : 0;
    if (delta === 0) {
      this.#frames.pop();
      return;
    }
    frame.at += delta;
    const field = fields[frame.at];
    if (field === undefined) {
      reader.fail('ERR_GOB_CORRUPT', `expected one of ${fields.length} fields, got number ${frame.at}`);
    }
    this.#begin(field.id, reader);
  }

  #nextElement(frame: Frame, reader: ByteReader): void {
    if (frame.at === frame.count) {
      this.#frames.pop();
      return;
    }
    if (reader.pos >= reader.end) reader.truncated('an element');
    this.#begin(frame.at++ % 2 === 0 ? frame.first : frame.second, reader);
  }

  #beginTop(id: number, reader: ByteReader): void {
    const type = this.#table.get(id, reader.base + reader.pos);
    if (type.kind !== 'struct' && reader.size() !== 0) {
      reader.fail('ERR_GOB_CORRUPT', 'expected a zero byte before a value that is no struct');
    }
    this.#begin(id, reader);
  }

  #begin(id: number, reader: ByteReader): void {
    const offset = reader.base + reader.pos;
    const type = this.#table.get(id, offset);
    switch (type.kind) {
      case 'bool':
      case 'int':
      case 'uint':
      case 'float':
        reader.wide();
        return;
      case 'complex':
        reader.wide();
        reader.wide();
        return;
      case 'interface': {
        const length = reader.count('bytes of a name');
        if (length > reader.limits.nameBytes)
          reader.passed('nameBytes', `the name of an interface’s type of ${length} bytes`);
        reader.pos += length;
        this.#atInterface = length > 0;
        return;
      }
      case 'struct':
        this.#push({ fields: type.fields, first: 0, second: 0, at: -1, count: 0 }, reader);
        return;
      case 'map': {
        const count = this.#count(id, reader, 2) * 2;
        this.#push({ fields: undefined, first: type.key, second: type.elem, at: 0, count }, reader);
        return;
      }
      case 'array':
      case 'slice': {
        const count = this.#count(id, reader, 1);
        if (type.kind === 'array' && count !== type.length) {
          reader.fail('ERR_GOB_CORRUPT', `expected an array of ${type.length} elements, got ${count}`);
        }
        this.#push({ fields: undefined, first: type.elem, second: type.elem, at: 0, count }, reader);
        return;
      }
      default: {
        // Not `pos += count()`: the left side would be taken before the count itself is read.
        const length = reader.count('bytes');
        reader.pos += length;
      }
    }
  }

  /** The bytes left bound the elements, unless an interface in one of them may go on in a further message. */
  #count(id: number, reader: ByteReader, bytesEach: number): number {
    const open = this.#table.holdsInterface(id, reader.base + reader.pos);
    return open ? reader.size() : reader.count('elements', bytesEach);
  }

  #push(frame: Frame, reader: ByteReader): void {
    if (this.#frames.length >= reader.limits.depth) reader.passed('depth', 'a value inside values');
    this.#frames.push(frame);
  }
}
