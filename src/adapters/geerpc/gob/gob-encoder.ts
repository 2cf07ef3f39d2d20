import { ByteWriter } from './byte-writer.ts';
import { GobError } from './gob-error.ts';
import type { GobType, Infer } from './gob-type.ts';
import { PreparedMessages } from './prepared-messages.ts';
import { TypeIds } from './type-ids.ts';
import { ValueWriter } from './value-writer.ts';

export interface GobEncoderOptions {
  /** The id of the first type that the stream defines, from 64. Default 65, as Go up to 1.19; Go 1.23 begins with 64. */
  readonly firstId?: number;
  /** How deep values may be inside values; it also ends a cycle. Default 500. */
  readonly depth?: number;
}

/** Values, each with its schema before it. */
export type Typed<T extends readonly GobType<unknown>[]> = {
  readonly [K in keyof T]: readonly [type: T[K], value: Infer<T[K]>];
};

/** The writing end of one gob stream: each type is defined once, before the first value that needs it. */
export class GobEncoder {
  readonly #ids: TypeIds;
  readonly #writer: ValueWriter;
  #writing = false;

  constructor(options: GobEncoderOptions = {}) {
    this.#ids = new TypeIds(options.firstId ?? 65);
    const depth = options.depth ?? 500;
    if (!Number.isSafeInteger(depth) || depth < 1) {
      throw new TypeError(`depth: expected a whole number from 1, got ${String(depth)}`);
    }
    this.#writer = new ValueWriter(this.#ids, depth);
  }

  /**
   * The bytes of one value, its missing definitions included. They have to be sent: later messages rely on the
   * definitions. Throws a `GobError` if the value is none of the type; the stream is then as it was before.
   */
  encode<S extends GobType<unknown>>(type: S, value: Infer<S>): Uint8Array {
    return this.encodeAll([type, value]);
  }

  /** The bytes of several values in a row, all or none: if one of them cannot be encoded, none was. */
  encodeAll<T extends readonly GobType<unknown>[]>(...values: Typed<T>): Uint8Array {
    this.#begin();
    try {
      this.#messages(values);
      return this.#take();
    } catch (error) {
      throw this.#undone(error);
    } finally {
      this.#end();
    }
  }

  /** @internal As `encodeAll`, to the end of `out`. */
  encodeTo<T extends readonly GobType<unknown>[]>(out: ByteWriter, ...values: Typed<T>): void {
    this.#begin();
    try {
      this.#messages(values);
      this.#moveTo(out);
    } catch (error) {
      throw this.#undone(error);
    } finally {
      this.#end();
    }
  }

  /**
   * Encodes several values that may yet be withdrawn. Nothing depends on them until they are given to `send`. Unlike Go,
   * it leaves no definitions inside interfaces, which Go's own decoder cannot skip.
   */
  prepare<T extends readonly GobType<unknown>[]>(...values: Typed<T>): PreparedMessages {
    this.#begin();
    try {
      this.#writer.noteDefinitions();
      this.#messages(values);
      return new PreparedMessages(this, this.#take(), this.#writer.needed);
    } catch (error) {
      throw this.#undone(error);
    } finally {
      this.#end();
    }
  }

  /** The bytes of prepared values behind the definitions that are missing by now. They have to be sent. */
  send(prepared: PreparedMessages): Uint8Array {
    const out = new ByteWriter();
    this.sendTo(out, prepared);
    return out.take();
  }

  /** @internal As `send`, to the end of `out`. */
  sendTo(out: ByteWriter, { encoder, types, bytes }: PreparedMessages): void {
    if (encoder !== this) throw new TypeError('send: expected messages that this encoder has prepared');
    if (types === undefined) {
      out.raw(bytes, bytes.length);
      return;
    }
    this.#begin();
    try {
      this.#writer.messagesWithout(types, bytes);
      this.#moveTo(out);
    } catch (error) {
      throw this.#undone(error);
    } finally {
      this.#end();
    }
  }

  #messages(values: readonly (readonly [type: GobType<unknown>, value: unknown])[]): void {
    for (let i = 0; i < values.length; i++) {
      const typed = values[i]!;
      this.#writer.message(typed[0], typed[1]);
    }
  }

  // A transaction: either all of it has been encoded, or the stream is as it was before.

  #begin(): void {
    if (this.#writing) throw new TypeError('the encoder is in the middle of a value: a hook must not use it');
    this.#writing = true;
  }

  #take(): Uint8Array {
    const bytes = this.#writer.take();
    this.#ids.commit();
    return bytes;
  }

  #moveTo(out: ByteWriter): void {
    this.#writer.moveTo(out);
    this.#ids.commit();
  }

  #undone(error: unknown): unknown {
    this.#ids.rollback();
    return this.#told(error);
  }

  #end(): void {
    this.#writer.reset();
    this.#writing = false;
  }

  #told(error: unknown): unknown {
    if (error instanceof GobError) return error.told();
    // The stack or the memory is spent: both are a matter of the value's size.
    if (error instanceof RangeError) {
      return new GobError('ERR_GOB_VALUE', 'expected a value less deep or large', undefined, {
        cause: error,
      });
    }
    return error;
  }
}
