import { ByteWriter } from './byte-writer.ts';
import { GobError } from './gob-error.ts';
import type { GobType } from './gob-type.ts';
import type { TypeEntry, TypeIds } from './type-ids.ts';
import { writeDefinition } from './write-definition.ts';

/**
 * One message being written. `bytes` is the part since the last definition; a definition sends it off to `sink`, with
 * itself, as a message. Inside the value of an interface, `sink` is the message outside.
 */
export class ValueWriter {
  bytes: ByteWriter = new ByteWriter();
  #sink = new ByteWriter();
  #depth = 0;
  /** Whether missing definitions are noted instead of written. */
  #noting = false;
  #needed: Set<GobType<unknown>> | undefined;
  readonly #ids: TypeIds;
  readonly #maxDepth: number;

  constructor(ids: TypeIds, maxDepth: number) {
    this.#ids = ids;
    this.#maxDepth = maxDepth;
  }

  /** Writes the definitions that are missing, the id and the value in top-level form. */
  message(given: GobType<unknown>, value: unknown): void {
    this.#top(this.#begin(given), given, value);
    this.#send();
  }

  /** From now on `message` writes no definitions, but notes the types that need them. */
  noteDefinitions(): void {
    this.#noting = true;
  }

  /** The types that were noted; `undefined` for none. */
  get needed(): ReadonlySet<GobType<unknown>> | undefined {
    return this.#needed;
  }

  /** Writes the definitions of these types that are missing, then messages that were written without. */
  messagesWithout(types: Iterable<GobType<unknown>>, messages: Uint8Array): void {
    for (const type of types) this.#define(type);
    this.#sink.raw(messages, messages.length);
  }

  /** Everything sent so far. */
  take(): Uint8Array {
    return this.#sink.take();
  }

  /** The same, to the end of `out`. */
  moveTo(out: ByteWriter): void {
    out.raw(this.#sink.bytes, this.#sink.length);
    this.#sink.clear();
  }

  /** Makes the writer ready for the next transaction. Room for an unusually large one is given back. */
  reset(): void {
    this.#depth = 0;
    this.#noting = false;
    this.#needed = undefined;
    this.bytes.clear();
    this.#sink.clear();
  }

  /** What follows the name in an interface: definitions, id, count, value. */
  interfaceValue(given: GobType<unknown>, value: unknown): void {
    const type = this.#begin(given);
    const [outer, outerSink] = [this.bytes, this.#sink];
    this.#sink = outer;
    this.bytes = new ByteWriter(64);
    this.#top(type, given, value);
    this.#send();
    this.bytes = outer;
    this.#sink = outerSink;
  }

  /** Called around the parts of a composite value. */
  enter(): void {
    if (++this.#depth <= this.#maxDepth) return;
    const text = `expected values at most ${this.#maxDepth} deep, got deeper ones or a cycle`;
    throw new GobError('ERR_GOB_VALUE', text);
  }

  leave(): void {
    this.#depth--;
  }

  /** The definitions that are missing, and the id. */
  #begin(given: GobType<unknown>): TypeEntry {
    const type = given.wireType();
    const entry = this.#ids.of(type);
    if (!entry.sent) this.#define(type);
    this.bytes.int(entry.id);
    return entry;
  }

  #top({ isStruct }: TypeEntry, given: GobType<unknown>, value: unknown): void {
    if (!isStruct) this.bytes.byte(0);
    given.write(this, value);
  }

  #define(type: GobType<unknown>): void {
    const entry = this.#ids.of(type);
    if (entry.sent) return;
    if (this.#noting) {
      this.#needed ??= new Set();
      this.#needed.add(type);
      return;
    }
    const shape = type.shape();
    writeDefinition(this.bytes, entry, shape, this.#ids);
    this.#send();
    this.#ids.markSent(entry);
    switch (shape.kind) {
      case 'struct':
        for (const [, field] of shape.fields) this.#define(field.wireType());
        break;
      case 'array':
      case 'slice':
        this.#define(shape.elem.wireType());
        break;
      case 'map':
        this.#define(shape.key.wireType());
        this.#define(shape.elem.wireType());
        break;
    }
  }

  #send(): void {
    this.#sink.uint(this.bytes.length);
    this.#sink.raw(this.bytes.bytes, this.bytes.length);
    this.bytes.clear();
  }
}
