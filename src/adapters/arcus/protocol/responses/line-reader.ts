import { maxU32 } from '../arguments/integer.ts';
import type { LineResponse } from '../response.ts';
import type { ResponseInput } from '../response-input.ts';
import { readFailure } from './failure.ts';
import type { ResponseReader } from './response-reader.ts';
import { readStatus } from './status.ts';

/** What a single line may be, besides a status or a failure. */
export type LineKind = 'status' | 'number' | 'count' | 'position' | 'version' | 'mechanisms';

/** A response that is complete with its one line. Keeps nothing, so one reader serves all requests of a kind. */
export class LineReader implements ResponseReader {
  readonly #kind: LineKind;
  readonly #withData: boolean;

  constructor(kind: LineKind, withData: boolean) {
    this.#kind = kind;
    this.#withData = withData;
  }

  read(input: ResponseInput): LineResponse | undefined {
    return input.line() ? this.readLine(input) : undefined;
  }

  /** Reads the line that has been cut off. */
  readLine(input: ResponseInput): LineResponse {
    return (
      readStatus(input) ??
      this.#readOwn(input) ??
      readFailure(input, this.#withData) ??
      input.fail('expected a status line of the protocol')
    );
  }

  #readOwn(input: ResponseInput): LineResponse | undefined {
    let response: LineResponse;
    switch (this.#kind) {
      case 'number':
        if (!input.isDigit()) return undefined;
        response = { type: 'number', fatal: false, value: input.u64() };
        break;
      case 'count':
        if (!input.skip('COUNT=')) return undefined;
        response = { type: 'count', fatal: false, value: input.uint(maxU32) };
        break;
      case 'position':
        if (!input.skip('POSITION=')) return undefined;
        response = { type: 'position', fatal: false, value: input.uint(maxU32) };
        break;
      case 'version':
        if (!input.skip('VERSION ')) return undefined;
        response = { type: 'version', fatal: false, value: input.rest() };
        break;
      case 'mechanisms':
        if (!input.skip('SASL_MECH ')) return undefined;
        response = { type: 'mechanisms', fatal: false, value: input.rest() };
        break;
      default:
        return undefined;
    }
    input.end();
    return response;
  }
}
