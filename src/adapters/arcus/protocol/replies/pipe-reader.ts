import type { LineReply, Reply } from '../reply.ts';
import type { ResponseInput } from '../response-input.ts';
import { readFailure } from './failure.ts';
import type { LineReader } from './line-reader.ts';
import type { ReplyReader } from './reply-reader.ts';

/** Class P: `RESPONSE <n>`, n status lines, `END` or `PIPE_ERROR <reason>`. A batch of one is a single line instead. */
export class PipeReader implements ReplyReader {
  readonly #readers: readonly LineReader[];
  readonly #replies: LineReply[] = [];
  #count = -1;

  constructor(readers: readonly LineReader[]) {
    this.#readers = readers;
  }

  read(input: ResponseInput): Reply | undefined {
    if (this.#readers.length === 1) return this.#readSingle(input);
    if (this.#count < 0) {
      if (!input.line()) return undefined;
      // A server that refuses before the batch has ended may run the rest of it as single commands.
      if (!input.skip('RESPONSE ')) return readFailure(input, true, true) ?? input.fail('expected RESPONSE');
      this.#count = input.uint(this.#readers.length);
      input.end();
    }
    while (this.#replies.length < this.#count) {
      const reply = this.#readers[this.#replies.length]!.read(input);
      if (reply === undefined) return undefined;
      this.#replies.push(reply);
    }
    if (!input.line()) return undefined;
    const replies = this.#replies;
    if (input.is('END')) {
      if (this.#count < this.#readers.length) input.fail('expected a status for each command before END');
      return { type: 'pipe', fatal: false, replies, error: undefined };
    }
    if (!input.skip('PIPE_ERROR ')) input.fail('expected END or PIPE_ERROR');
    return { type: 'pipe', fatal: !this.#lastAloneFailed(), replies, error: input.rest() };
  }

  #readSingle(input: ResponseInput): Reply | undefined {
    const reply = this.#readers[0]!.read(input);
    return reply && { type: 'pipe', fatal: reply.fatal, replies: [reply], error: undefined };
  }

  /** Then no command was left for the server to skip, which is where it loses its place. */
  #lastAloneFailed(): boolean {
    const last = this.#replies.at(-1);
    return this.#replies.length === this.#readers.length && last?.type === 'failure' && !last.fatal;
  }
}
