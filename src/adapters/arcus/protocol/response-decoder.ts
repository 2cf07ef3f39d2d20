import type { Command } from './command.ts';
import { ExpectedResponses } from './expected-responses.ts';
import { isAnswered } from './is-answered.ts';
import { ArcusProtocolError } from './protocol-error.ts';
import type { ArcusResponse } from './response.ts';
import { ResponseInput } from './response-input.ts';
import type { ResponseLimits } from './response-limits.ts';
import { responseReaderFor } from './response-reader-for.ts';
import type { ResponseReader } from './responses/response-reader.ts';

/**
 * Decodes the responses of one connection, from bytes that arrive in any pieces.
 *
 * ```ts
 * decoder.expect(command);          // when its request is sent, in the same order
 * decoder.push(chunk);              // whenever bytes arrive
 * for (let response = decoder.next(); response !== undefined; response = decoder.next()) { ... }
 * ```
 *
 * A chunk may be used again as soon as `next()` has returned `undefined`: what responses hold is memory of their own.
 * After a response that is `fatal` the decoder takes and gives nothing more.
 */
export class ResponseDecoder {
  readonly #input: ResponseInput;
  readonly #expected = new ExpectedResponses<ResponseReader>();
  #failed = false;

  /** @param limits what the decoder is ready to hold; defaults in `ResponseLimits` */
  constructor(limits: Partial<ResponseLimits> = {}) {
    this.#input = new ResponseInput(limits);
  }

  /** Responses that are awaited. */
  get pending(): number {
    return this.#expected.size;
  }

  /** Whether a fatal response has been given. */
  get failed(): boolean {
    return this.#failed;
  }

  /** Bytes received of responses that are not complete. */
  get heldBytes(): number {
    return this.#input.held;
  }

  /** Bytes decoded since the start of the stream. */
  get offset(): number {
    return this.#input.offset;
  }

  /**
   * Announces that the response to this command comes next, behind those announced before.
   * @returns false if it has none: a `noreply`, or `quit`
   */
  expect(command: Command): boolean {
    if (!isAnswered(command)) return false;
    if (!this.#failed) this.#expected.add(responseReaderFor(command));
    return true;
  }

  /** Takes bytes from the connection. */
  push(chunk: Uint8Array): void {
    if (!this.#failed) this.#input.push(chunk);
  }

  /** The next response that is complete, or `undefined` until more bytes have come. */
  next(): ArcusResponse | undefined {
    if (this.#failed) return undefined;
    const input = this.#input;
    let response: ArcusResponse | undefined;
    try {
      const reader = this.#expected.first;
      if (reader !== undefined) response = reader.read(input);
      else if (input.available > 0) input.refuseAll();
    } catch (error) {
      if (!(error instanceof ArcusProtocolError)) throw error;
      response = { type: 'corrupt', fatal: true, error };
    }
    if (response === undefined) {
      input.release();
      return undefined;
    }
    if (response.fatal) this.#fail();
    else {
      this.#expected.removeFirst();
      input.startResponse();
    }
    return response;
  }

  #fail(): void {
    this.#failed = true;
    this.#expected.clear();
    this.#input.clear();
  }
}
