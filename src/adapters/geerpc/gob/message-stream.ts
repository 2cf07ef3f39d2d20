import { ByteQueue } from './byte-queue.ts';
import { ByteReader } from './byte-reader.ts';
import { GobError } from './gob-error.ts';
import type { GobLimits } from './limits.ts';
import type { MessageSource } from './message-source.ts';
import { readDefinition } from './read-definition.ts';
import { TypeTable } from './type-table.ts';
import { ValueScanner } from './value-scanner.ts';

/**
 * Messages out of chunks. It takes the definitions in, and stops at each value once the value is there to its last byte.
 */
export class MessageStream implements MessageSource {
  readonly reader: ByteReader;
  readonly types: TypeTable;
  /** The type of the value that is there, after `findValue` has returned true. */
  typeId = 0;
  readonly #queue: ByteQueue;
  readonly #limits: GobLimits;
  readonly #scanner: ValueScanner;
  #state: 'between' | 'scanning' | 'found' = 'between';
  /** Since the last value came a definition, which has to be followed by a value. */
  #defined = false;
  #valueStart = 0;
  #firstEnd = 0;
  #valueEnd = 0;

  constructor(limits: GobLimits) {
    this.#limits = limits;
    this.reader = new ByteReader(limits);
    this.#queue = new ByteQueue(limits);
    this.types = new TypeTable(limits);
    this.#scanner = new ValueScanner(this.types);
  }

  get bufferedBytes(): number {
    return this.#queue.length;
  }

  /** No value has been begun. */
  get idle(): boolean {
    return this.#queue.length === 0 && !this.#defined;
  }

  push(chunk: Uint8Array): void {
    const moved = this.#queue.push(chunk);
    this.reader.pos -= moved;
    this.reader.end -= moved;
    this.#valueStart -= moved;
    this.#firstEnd -= moved;
    this.#valueEnd -= moved;
  }

  /** The error of a stream that ends here. */
  truncated(): GobError {
    const offset = this.#queue.base + this.#queue.end;
    return new GobError('ERR_GOB_TRUNCATED', 'expected a whole value, got the end of the stream', offset);
  }

  /** True once a whole value is there; asking again changes nothing until `consume`. */
  findValue(): boolean {
    const { reader } = this;
    reader.bytes = this.#queue.bytes;
    reader.base = this.#queue.base;
    while (this.#state === 'between') {
      this.#dropEmptyMessages();
      if (!this.#enterMessage(this.#queue.start, 0)) return false;
      const id = this.#typeId();
      if (id < 0) this.#define(id);
      else this.#beginValue(id);
    }
    if (this.#state === 'scanning') {
      if (!this.#scanner.run(reader, this)) return false;
      this.#state = 'found';
    }
    return true;
  }

  /** Puts the reader at the start of the value, with its limits fresh. */
  rewind(): void {
    const { reader } = this;
    const bytes = this.#valueEnd - this.#valueStart;
    reader.pos = this.#valueStart;
    reader.end = this.#firstEnd;
    reader.depth = this.#limits.depth;
    reader.budget = this.#limits.values + bytes;
  }

  /** Drops the value, and what else is in its last message: Go drops it too. */
  consume(): void {
    this.#queue.drop(this.#valueEnd);
    this.#state = 'between';
    this.#defined = false;
  }

  typeInsideInterface(reader: ByteReader): number | undefined {
    for (;;) {
      if (reader.pos >= reader.end) {
        reader.end = this.#afterEmptyMessages(reader.end);
        reader.pos = reader.end;
        if (!this.#enterMessage(reader.end, reader.end - this.#valueStart)) return undefined;
      }
      const id = this.#typeId();
      if (id > 0) return id;
      const offset = reader.base + reader.pos;
      const type = readDefinition(reader);
      // Once the whole value has been found, its definitions are known and only passed over.
      if (this.#state === 'scanning') this.types.define(-id, type, offset);
      // Inside an interface in an interface the next part is in the same message, behind a count.
      if (reader.pos < reader.end) reader.size();
    }
  }

  #beginValue(id: number): void {
    const { reader } = this;
    this.typeId = id;
    this.#valueStart = reader.pos;
    this.#firstEnd = reader.end;
    this.#valueEnd = reader.end;
    if (this.types.holdsInterface(id, reader.base + reader.pos)) {
      this.#scanner.startTop(id, reader);
      this.#state = 'scanning';
    } else this.#state = 'found';
  }

  #define(id: number): void {
    const { reader } = this;
    const offset = reader.base + reader.pos;
    this.types.define(-id, readDefinition(reader), offset);
    if (reader.pos < reader.end) {
      reader.fail('ERR_GOB_CORRUPT', `expected the end of a definition, got ${reader.end - reader.pos} bytes more`);
    }
    this.#queue.drop(reader.end);
    reader.base = this.#queue.base;
    this.#defined = true;
  }

  #dropEmptyMessages(): void {
    const { reader } = this;
    const start = this.#afterEmptyMessages(this.#queue.start);
    if (start === this.#queue.start) return;
    this.#queue.drop(start);
    reader.base = this.#queue.base;
  }

  /** A message of length 0 says nothing. */
  #afterEmptyMessages(position: number): number {
    let after = position;
    while (after < this.#queue.end && this.reader.bytes[after] === 0) after++;
    return after;
  }

  /** Enters the message that begins at `position`, if it is there as a whole. `before`: bytes of the value before it. */
  #enterMessage(position: number, before: number): boolean {
    const { reader } = this;
    const available = this.#queue.end - position;
    if (available === 0) return false;
    const first = reader.bytes[position]!;
    const header = first < 0x80 ? 1 : 257 - first;
    if (header <= 9 && available < header) return false;
    const { pos, end } = reader;
    reader.pos = position;
    reader.end = Math.min(position + header, this.#queue.end);
    const length = reader.size();
    if (length === 0) reader.fail('ERR_GOB_CORRUPT', 'expected a message, got one of length 0');
    if (before + length > this.#limits.messageBytes) {
      reader.passed('messageBytes', `a message of ${length} bytes`);
    }
    if (available < header + length) {
      reader.pos = pos;
      reader.end = end;
      return false;
    }
    reader.end = reader.pos + length;
    if (this.#state === 'scanning') this.#valueEnd = reader.end;
    return true;
  }

  #typeId(): number {
    const { reader } = this;
    const offset = reader.base + reader.pos;
    const coded = reader.size();
    const id = coded % 2 === 1 ? -(coded - 1) / 2 - 1 : coded / 2;
    if (id === 0 || id > 0x7fffffff || id < -0x7fffffff) {
      throw new GobError('ERR_GOB_CORRUPT', `expected the id of a type, got ${id}`, offset);
    }
    return id;
  }
}
