import type { ArcusResponse } from '../response.ts';
import type { ResponseInput } from '../response-input.ts';
import { LineReader } from './line-reader.ts';
import type { ResponseReader } from './response-reader.ts';

const otherwise = new LineReader('status', true);

/** `SASL_CONTINUE <bytes>` and a block, or a single line. */
export class ChallengeReader implements ResponseReader {
  #size = -1;

  read(input: ResponseInput): ArcusResponse | undefined {
    if (this.#size < 0) {
      if (!input.line()) return undefined;
      if (!input.skip('SASL_CONTINUE ')) return otherwise.readLine(input);
      this.#size = input.elementSize();
    }
    const data = input.data(this.#size);
    return data && { type: 'challenge', fatal: false, data };
  }
}
