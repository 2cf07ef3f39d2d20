import { maxU32 } from '../arguments/integer.ts';
import type { ArcusResponse } from '../response.ts';
import type { ResponseInput } from '../response-input.ts';
import type { Trailer } from '../response-items.ts';
import type { ElementReader } from './element-reader.ts';
import { readFailure } from './failure.ts';
import type { ResponseReader } from './response-reader.ts';
import { readStatus } from './status.ts';

/** What the head and the trailer of a collection's response said. */
export interface CollectionFrame {
  flags: number;
  /** `bop pwg` only. */
  position: number;
  index: number;
  trailer: Trailer;
}

const trailers: readonly Trailer[] = ['END', 'TRIMMED', 'DELETED', 'DELETED_DROPPED'];

/**
 * A collection get, or an insert with `getrim`: `VALUE ...` with a count, so many elements, a trailer; or a single
 * line. The count decides where the trailer stands, since an element may contain what looks like one.
 */
export class CollectionReader<E> implements ResponseReader {
  readonly #reader: ElementReader<E>;
  readonly #withPosition: boolean;
  readonly #withData: boolean;
  readonly #response: (elements: E[], frame: CollectionFrame) => ArcusResponse;
  readonly #elements: E[] = [];
  readonly #frame: CollectionFrame = { flags: 0, position: 0, index: 0, trailer: 'END' };
  #count = -1;

  constructor(
    reader: ElementReader<E>,
    response: (elements: E[], frame: CollectionFrame) => ArcusResponse,
    { withPosition = false, withData = false }: { withPosition?: boolean; withData?: boolean } = {},
  ) {
    this.#reader = reader;
    this.#response = response;
    this.#withPosition = withPosition;
    this.#withData = withData;
  }

  read(input: ResponseInput): ArcusResponse | undefined {
    if (this.#count < 0) {
      if (!input.line()) return undefined;
      if (!input.skip('VALUE ')) {
        return readStatus(input) ?? readFailure(input, this.#withData) ?? input.fail('expected VALUE or a status line');
      }
      this.#readHead(input);
    }
    while (this.#elements.length < this.#count) {
      const element = this.#reader.read(input);
      if (element === undefined) return undefined;
      this.#elements.push(element);
    }
    if (!input.line()) return undefined;
    const trailer = trailers.find((word) => input.is(word));
    if (trailer === undefined)
      return readFailure(input, false, true) ?? input.fail('expected the trailer of a collection');
    this.#frame.trailer = trailer;
    return this.#response(this.#elements, this.#frame);
  }

  #readHead(input: ResponseInput): void {
    const frame = this.#frame;
    if (this.#withPosition) {
      frame.position = input.uint(maxU32);
      input.blank();
    }
    frame.flags = input.uint(maxU32);
    input.blank();
    this.#count = input.elementCount();
    if (this.#withPosition) {
      input.blank();
      frame.index = input.uint(maxU32);
    }
    input.end();
  }
}
