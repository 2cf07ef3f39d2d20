import type { ByteReader } from './byte-reader.ts';
import { GobError } from './gob-error.ts';
import type { GobType, Read } from './gob-type.ts';
import type { MessageStream } from './message-stream.ts';
import { ValueScanner } from './value-scanner.ts';
import type { WireType } from './wire-type.ts';

/** How each (type on the wire, schema) pair of one stream is read: compiled once, when the pair is first met. */
export class DecodePlans {
  readonly #stream: MessageStream;
  readonly #skipper: ValueScanner;
  readonly #plans = new Map<GobType<unknown>, Map<number, Read<unknown>>>();
  readonly #failures = new Map<GobType<unknown>, Map<number, GobError>>();
  /** The pairs of the compilation that is under way, which stand or fall together. */
  readonly #compiling: [type: GobType<unknown>, id: number][] = [];
  #depth = 0;

  constructor(stream: MessageStream) {
    this.#stream = stream;
    this.#skipper = new ValueScanner(stream.types);
  }

  /** The plan to read wire type `id` as `type`. Throws a `GobError` if the two do not fit. */
  of<T>(id: number, type: GobType<T>): Read<T> {
    const known = this.#plans.get(type)?.get(id);
    if (known !== undefined) return known as Read<T>;
    const failure = this.#failures.get(type)?.get(id);
    if (failure !== undefined) throw failure.copy();
    return this.#compile(id, type);
  }

  wire(id: number): WireType {
    return this.#stream.types.get(id, this.#offset);
  }

  /** Whether values of the type may go on in a further message. */
  holdsInterface(id: number): boolean {
    return this.#stream.types.holdsInterface(id, this.#offset);
  }

  /** A plan that passes over values of wire type `id`. */
  skip(id: number): Read<undefined> {
    return (reader) => {
      this.#skipper.start(id, reader);
      if (!this.#skipper.run(reader, this.#stream)) reader.truncated('the rest of a value');
      return undefined;
    };
  }

  /** Reads what follows the name in an interface, as `type`. */
  insideInterface<T>(reader: ByteReader, type: GobType<T>): T {
    const id = this.#stream.typeInsideInterface(reader) ?? reader.truncated('the type of an interface’s value');
    reader.size();
    return this.topLevel(reader, id, type);
  }

  /** Reads a value in top-level form. */
  topLevel<T>(reader: ByteReader, id: number, type: GobType<T>): T {
    const read = this.of(id, type);
    if (this.wire(id).kind !== 'struct' && reader.size() !== 0) {
      reader.fail('ERR_GOB_CORRUPT', 'expected a zero byte before a value that is no struct');
    }
    return read(reader);
  }

  get #offset(): number {
    return this.#stream.reader.base + this.#stream.reader.pos;
  }

  #compile<T>(id: number, type: GobType<T>): Read<T> {
    if (this.#depth >= this.#stream.reader.limits.depth) {
      this.#stream.reader.passed('depth', 'a type inside types');
    }
    let read: Read<T> | undefined;
    // A type that leads back to itself meets this while it is being compiled.
    this.#keep(id, type, (reader) => read!(reader));
    this.#depth++;
    try {
      read = type.compile(this, this.wire(id), id);
    } catch (error) {
      if (this.#depth === 1) this.#forget(id, type, error);
      throw error;
    } finally {
      this.#depth--;
    }
    this.#plans.get(type)!.set(id, read);
    if (this.#depth === 0) this.#compiling.length = 0;
    return read;
  }

  #keep(id: number, type: GobType<unknown>, read: Read<unknown>): void {
    const plans = this.#plans.get(type);
    if (plans === undefined) this.#plans.set(type, new Map([[id, read]]));
    else plans.set(id, read);
    this.#compiling.push([type, id]);
  }

  #forget(id: number, type: GobType<unknown>, error: unknown): void {
    for (const [part, partId] of this.#compiling) this.#plans.get(part)?.delete(partId);
    this.#compiling.length = 0;
    if (!(error instanceof GobError)) return;
    const failures = this.#failures.get(type);
    if (failures === undefined) this.#failures.set(type, new Map([[id, error.copy()]]));
    else failures.set(id, error.copy());
  }
}
