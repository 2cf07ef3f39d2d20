import { MergedGetsReader } from './protocol/responses/merged-gets-reader.ts';

/** Places in flight that one request asked for and one response answers: from `start` up to, not including, `end`. */
export class MergedGets {
  readonly start: number;
  end: number;
  readonly #textFlags: number;
  #reader: MergedGetsReader | undefined;

  constructor(start: number, textFlags: number) {
    this.start = start;
    this.end = start + 2;
    this.#textFlags = textFlags;
  }

  /** Reads the response, place by place. `keys` are those asked for, wanted once. */
  reader(keys: () => readonly string[]): MergedGetsReader {
    this.#reader ??= new MergedGetsReader(keys(), this.#textFlags);
    return this.#reader;
  }
}
