import { maxU32 } from '../arguments/integer.ts';
import type { LineReply } from '../reply.ts';
import type { ResponseInput } from '../response-input.ts';
import { readFailure } from './failure.ts';
import type { ReplyReader } from './reply-reader.ts';
import { readStatus } from './status.ts';

/** What a single line may be, besides a status or a failure. */
export type LineKind = 'status' | 'number' | 'count' | 'position' | 'version' | 'mechanisms';

/** Class S: complete with its one line. Keeps nothing, so one reader serves all requests of a kind. */
export class LineReader implements ReplyReader {
  readonly #kind: LineKind;
  readonly #withData: boolean;

  constructor(kind: LineKind, withData: boolean) {
    this.#kind = kind;
    this.#withData = withData;
  }

  read(input: ResponseInput): LineReply | undefined {
    return input.line() ? this.readLine(input) : undefined;
  }

  /** Reads the line that has been cut off. */
  readLine(input: ResponseInput): LineReply {
    return (
      readStatus(input) ??
      this.#readOwn(input) ??
      readFailure(input, this.#withData) ??
      input.fail('expected a status line of the protocol')
    );
  }

  #readOwn(input: ResponseInput): LineReply | undefined {
    let reply: LineReply;
    switch (this.#kind) {
      case 'number':
        if (!input.isDigit()) return undefined;
        reply = { type: 'number', fatal: false, value: input.u64() };
        break;
      case 'count':
        if (!input.skip('COUNT=')) return undefined;
        reply = { type: 'count', fatal: false, value: input.uint(maxU32) };
        break;
      case 'position':
        if (!input.skip('POSITION=')) return undefined;
        reply = { type: 'position', fatal: false, value: input.uint(maxU32) };
        break;
      case 'version':
        if (!input.skip('VERSION ')) return undefined;
        reply = { type: 'version', fatal: false, value: input.rest() };
        break;
      case 'mechanisms':
        if (!input.skip('SASL_MECH ')) return undefined;
        reply = { type: 'mechanisms', fatal: false, value: input.rest() };
        break;
      default:
        return undefined;
    }
    input.end();
    return reply;
  }
}
