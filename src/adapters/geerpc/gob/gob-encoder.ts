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
    return this.#transaction(() => this.#writer.message(type, value));
  }

  /** The bytes of several values in a row, all or none: if one of them cannot be encoded, none was. */
  encodeAll<T extends readonly GobType<unknown>[]>(...values: Typed<T>): Uint8Array {
    return this.#transaction(() => this.#messages(values));
  }

  /**
   * Encodes several values that may yet be withdrawn. Nothing depends on them until they are given to `send`. Unlike Go,
   * it leaves no definitions inside interfaces, which Go's own decoder cannot skip.
   */
  prepare<T extends readonly GobType<unknown>[]>(...values: Typed<T>): PreparedMessages {
    let types = new Set<GobType<unknown>>();
    const bytes = this.#transaction(() => {
      types = this.#writer.noteDefinitions();
      this.#messages(values);
    });
    return new PreparedMessages(this, bytes, types);
  }

  /** The bytes of prepared values behind the definitions that are missing by now. They have to be sent. */
  send(prepared: PreparedMessages): Uint8Array {
    if (prepared.encoder !== this) throw new TypeError('send: expected messages that this encoder has prepared');
    return this.#transaction(() => this.#writer.messagesWithout(prepared.types, prepared.bytes));
  }

  #messages(values: readonly (readonly [type: GobType<unknown>, value: unknown])[]): void {
    for (const [type, value] of values) this.#writer.message(type, value);
  }

  #transaction(write: () => void): Uint8Array {
    if (this.#writing) throw new TypeError('the encoder is in the middle of a value: a hook must not use it');
    this.#writing = true;
    try {
      write();
      const bytes = this.#writer.take();
      this.#ids.commit();
      return bytes;
    } catch (error) {
      this.#ids.rollback();
      throw this.#told(error);
    } finally {
      this.#writer.reset();
      this.#writing = false;
    }
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
