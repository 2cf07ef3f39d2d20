const LF = 10;
const decoder = new TextDecoder();

/** The codec: bytes in, lines out. No socket, no timer, no promise. */
export class LineDecoder {
  readonly #longest: number;
  #rest: Uint8Array = new Uint8Array();

  /** @param longest the most bytes that a line may have: whoever sends more is not believed. */
  constructor(longest: number = 65_536) {
    this.#longest = longest;
  }

  /** @throws RangeError when a line is longer than that. */
  push(bytes: Uint8Array): string[] {
    const all = new Uint8Array([...this.#rest, ...bytes]);
    const lines: string[] = [];
    let start = 0;
    for (let end = all.indexOf(LF); end >= 0; end = all.indexOf(LF, start)) {
      lines.push(decoder.decode(all.subarray(start, end)));
      start = end + 1;
    }
    this.#rest = all.slice(start);
    if (this.#rest.length > this.#longest) throw new RangeError(`Expected a line of at most ${this.#longest} bytes`);
    return lines;
  }
}
