import { DecodePlans } from './decode-plans.ts';
import { type DynamicOptions, DynamicType } from './dynamic-type.ts';
import { GobError } from './gob-error.ts';
import type { GobType } from './gob-type.ts';
import { type GobLimits, resolveLimits } from './limits.ts';
import { MessageStream } from './message-stream.ts';

export interface GobDecoderOptions extends DynamicOptions {
  readonly limits?: Partial<GobLimits>;
}

/**
 * The reading end of one gob stream. Push chunks as they come, then take values until there is none. Definitions are
 * taken in on the way and last as long as the decoder.
 */
export class GobDecoder {
  readonly #stream: MessageStream;
  readonly #plans: DecodePlans;
  readonly #any: DynamicType;
  #broken: GobError | undefined;
  #ended = false;
  #reading = false;

  constructor(options: GobDecoderOptions = {}) {
    this.#stream = new MessageStream(resolveLimits(options.limits));
    this.#plans = new DecodePlans(this.#stream);
    this.#any = new DynamicType(options);
  }

  /** The bytes that came and are not read yet. */
  get bufferedBytes(): number {
    return this.#stream.bufferedBytes;
  }

  /** Adds a chunk, which is copied. Throws a `GobError` if more is waiting than the limit `bufferedBytes`. */
  push(chunk: Uint8Array): void {
    this.#checkUsable();
    if (!(chunk instanceof Uint8Array)) throw new TypeError(`push: expected a Uint8Array, got ${typeof chunk}`);
    if (this.#ended) throw new TypeError('push: the stream has ended');
    try {
      this.#stream.push(chunk);
    } catch (error) {
      throw this.#fatal(error);
    }
  }

  /** No more bytes will come: from now on a value that is there only in part is an error. */
  end(): void {
    this.#ended = true;
  }

  /** Whether a value is there to its last byte. Throws a `GobError` where the stream is broken. */
  ready(): boolean {
    this.#checkUsable();
    try {
      if (this.#stream.findValue()) return true;
      if (!this.#ended || this.#stream.idle) return false;
      throw this.#stream.truncated();
    } catch (error) {
      throw this.#fatal(error);
    }
  }

  /**
   * The next value, as `type`; without one, as its type on the wire says (see `DynamicOptions`). `undefined`: it is not
   * there yet, or the stream has ended. Throws a `GobError`; if it is `recoverable`, the value was dropped and the next
   * call reads the one after it.
   */
  decode<T>(type: GobType<T>): T | undefined;
  decode(): unknown;
  decode(type: GobType<unknown> = this.#any): unknown {
    if (!this.ready()) return undefined;
    const { reader } = this.#stream;
    this.#stream.rewind();
    this.#reading = true;
    try {
      const value = this.#plans.topLevel(reader, this.#stream.typeId, type);
      this.#stream.consume();
      return value;
    } catch (error) {
      throw this.#valueError(error);
    } finally {
      this.#reading = false;
    }
  }

  /** Drops the next value, whatever it is. False: it is not there yet, or the stream has ended. */
  skip(): boolean {
    if (!this.ready()) return false;
    this.#stream.consume();
    return true;
  }

  #valueError(error: unknown): unknown {
    const { reader } = this.#stream;
    const fault = error instanceof RangeError ? tooMuch(error) : error;
    // The end of the value is known, so that one which only does not fit can be dropped.
    const broken =
      fault instanceof GobError && (fault.code === 'ERR_GOB_CORRUPT' || fault.code === 'ERR_GOB_TRUNCATED');
    const told = fault instanceof GobError ? fault.told(reader.base + reader.pos, !broken) : fault;
    if (!broken) this.#stream.consume();
    return broken ? this.#fatal(told) : told;
  }

  #checkUsable(): void {
    if (this.#broken !== undefined) throw this.#broken;
    if (this.#reading) throw new TypeError('the decoder is in the middle of a value: a hook must not use it');
  }

  #fatal(error: unknown): unknown {
    if (error instanceof GobError) this.#broken = error;
    return error;
  }
}

function tooMuch(cause: RangeError): GobError {
  return new GobError('ERR_GOB_LIMIT', 'the value is deeper or larger than this runtime can hold', undefined, {
    cause,
  });
}
