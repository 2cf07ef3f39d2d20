import type { Command } from './command.ts';
import { ExpectedReplies } from './expected-replies.ts';
import { isAnswered } from './is-answered.ts';
import { ArcusProtocolError } from './protocol-error.ts';
import type { ReplyReader } from './replies/reply-reader.ts';
import type { Reply } from './reply.ts';
import { replyReaderFor } from './reply-reader-for.ts';
import { ResponseInput } from './response-input.ts';
import type { ResponseLimits } from './response-limits.ts';

/**
 * Decodes the responses of one connection, from bytes that arrive in any pieces.
 *
 * ```ts
 * decoder.expect(command);          // when its request is sent, in the same order
 * decoder.push(chunk);              // whenever bytes arrive
 * for (let reply = decoder.next(); reply !== undefined; reply = decoder.next()) { ... }
 * ```
 *
 * A chunk may be used again as soon as `next()` has returned `undefined`: what replies hold is memory of their own.
 * After a reply that is `fatal` the decoder takes and gives nothing more.
 */
export class ResponseDecoder {
  readonly #input: ResponseInput;
  readonly #expected = new ExpectedReplies<ReplyReader>();
  #failed = false;

  /** @param limits what the decoder is ready to hold; defaults in `ResponseLimits` */
  constructor(limits: Partial<ResponseLimits> = {}) {
    this.#input = new ResponseInput(limits);
  }

  /** Responses that are awaited. */
  get pending(): number {
    return this.#expected.size;
  }

  /** Whether a fatal reply has been given. */
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
    if (!this.#failed) this.#expected.add(replyReaderFor(command));
    return true;
  }

  /** Takes bytes from the connection. */
  push(chunk: Uint8Array): void {
    if (!this.#failed) this.#input.push(chunk);
  }

  /** The next response that is complete, or `undefined` until more bytes have come. */
  next(): Reply | undefined {
    if (this.#failed) return undefined;
    const input = this.#input;
    let reply: Reply | undefined;
    try {
      const reader = this.#expected.first;
      if (reader !== undefined) reply = reader.read(input);
      else if (input.available > 0) input.refuseAll();
    } catch (error) {
      if (!(error instanceof ArcusProtocolError)) throw error;
      reply = { type: 'corrupt', fatal: true, error };
    }
    if (reply === undefined) {
      input.release();
      return undefined;
    }
    if (reply.fatal) this.#fail();
    else {
      this.#expected.removeFirst();
      input.startResponse();
    }
    return reply;
  }

  #fail(): void {
    this.#failed = true;
    this.#expected.clear();
    this.#input.clear();
  }
}
