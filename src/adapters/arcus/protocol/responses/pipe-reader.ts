import type { ArcusResponse, LineResponse } from '../response.ts';
import type { ResponseInput } from '../response-input.ts';
import { readFailure } from './failure.ts';
import type { LineReader } from './line-reader.ts';
import type { ResponseReader } from './response-reader.ts';

/** A pipe: `RESPONSE <n>`, n status lines, `END` or `PIPE_ERROR <reason>`. A batch of one is a single line instead. */
export class PipeReader implements ResponseReader {
  readonly #readers: readonly LineReader[];
  readonly #responses: LineResponse[] = [];
  #count = -1;

  constructor(readers: readonly LineReader[]) {
    this.#readers = readers;
  }

  read(input: ResponseInput): ArcusResponse | undefined {
    if (this.#readers.length === 1) return this.#readSingle(input);
    if (this.#count < 0) {
      if (!input.line()) return undefined;
      // A server that refuses before the batch has ended may run the rest of it as single commands.
      if (!input.skip('RESPONSE ')) return readFailure(input, true, true) ?? input.fail('expected RESPONSE');
      this.#count = input.uint(this.#readers.length);
      input.end();
    }
    while (this.#responses.length < this.#count) {
      const response = this.#readers[this.#responses.length]!.read(input);
      if (response === undefined) return undefined;
      this.#responses.push(response);
    }
    if (!input.line()) return undefined;
    const responses = this.#responses;
    if (input.is('END')) {
      if (this.#count < this.#readers.length) input.fail('expected a status for each command before END');
      return { type: 'pipe', fatal: responses.some(({ fatal }) => fatal), responses, error: undefined };
    }
    if (!input.skip('PIPE_ERROR ')) input.fail('expected END or PIPE_ERROR');
    return { type: 'pipe', fatal: !this.#lastAloneFailed(), responses, error: input.rest() };
  }

  #readSingle(input: ResponseInput): ArcusResponse | undefined {
    const response = this.#readers[0]!.read(input);
    return response && { type: 'pipe', fatal: response.fatal, responses: [response], error: undefined };
  }

  /** Then no command was left for the server to skip, which is where it loses its place. */
  #lastAloneFailed(): boolean {
    const last = this.#responses.at(-1);
    return this.#responses.length === this.#readers.length && last?.type === 'failure' && !last.fatal;
  }
}
