/**
 * - `ERR_GOB_TRUNCATED`: the input ends inside a message, or a value is longer than its message.
 * - `ERR_GOB_CORRUPT`: bytes that no gob encoder writes; the stream has to be given up.
 * - `ERR_GOB_LIMIT`: a limit of `GobLimits` was passed.
 * - `ERR_GOB_TYPE`: the type on the wire and the schema do not fit each other.
 * - `ERR_GOB_RANGE`: a value would have to be rounded, cut or merged to be held.
 * - `ERR_GOB_NAME`: the name of an interface's value is not in the registry.
 * - `ERR_GOB_VALUE`: a value given to the encoder is not one of its schema.
 * - `ERR_GOB_HOOK`: an encode or decode hook of a user's type threw; `cause` is what it threw.
 * - `ERR_GOB_SCHEMA`: a schema that describes no Go type.
 */
export type GobErrorCode =
  | 'ERR_GOB_TRUNCATED'
  | 'ERR_GOB_CORRUPT'
  | 'ERR_GOB_LIMIT'
  | 'ERR_GOB_TYPE'
  | 'ERR_GOB_RANGE'
  | 'ERR_GOB_NAME'
  | 'ERR_GOB_VALUE'
  | 'ERR_GOB_HOOK'
  | 'ERR_GOB_SCHEMA';

export interface GobErrorOptions extends ErrorOptions {
  readonly recoverable?: boolean;
}

/** The one error of the codec. */
export class GobError extends Error {
  override readonly name: string = 'GobError';
  readonly code: GobErrorCode;
  /** Decoding: the place in the whole stream, in bytes, at which it was noticed. */
  readonly offset: number | undefined;
  /**
   * Decoding: the message was consumed and the next one can be read. False once the stream itself can no longer be
   * trusted: the decoder then throws this same error for ever.
   */
  readonly recoverable: boolean;
  readonly #text: string;
  readonly #path: string[] = [];

  constructor(code: GobErrorCode, text: string, offset?: number, options: GobErrorOptions = {}) {
    super(offset === undefined ? `gob: ${text}` : `gob: ${text} (at byte ${offset})`, options);
    this.code = code;
    this.offset = offset;
    this.recoverable = options.recoverable ?? false;
    this.#text = text;
  }

  /** @internal Notes a step of the way to the faulty value, from the inside out, while the stack unwinds. */
  within(step: string): GobError {
    this.#path.push(step);
    return this;
  }

  /** @internal The error as a caller sees it: with the way to the value, and a place if it had none. */
  told(offset?: number, recoverable = false): GobError {
    const steps = this.#path.length > 8 ? [...this.#path.slice(0, 4), '…', ...this.#path.slice(-4)] : this.#path;
    const text = steps.length === 0 ? this.#text : `in ${steps.toReversed().join(' > ')}: ${this.#text}`;
    return new GobError(this.code, text, this.offset ?? offset, { ...this.#causeOnly(), recoverable });
  }

  /** @internal The same error again, for another way to it. */
  copy(): GobError {
    const error = new GobError(this.code, this.#text, this.offset, this.#causeOnly());
    error.#path.push(...this.#path);
    return error;
  }

  #causeOnly(): ErrorOptions {
    return this.cause === undefined ? {} : { cause: this.cause };
  }
}
