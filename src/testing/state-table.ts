/** States by their 64-bit hashes: an open hash table. */
export class StateTable {
  #size = 0;
  #low: Int32Array = new Int32Array(1 << 12);
  #high: Int32Array = new Int32Array(1 << 12);
  /** What is known under each hash, plus one: 0 is an empty place. */
  #known: Int32Array = new Int32Array(1 << 12);

  /** What is known under this hash; if nothing is, `fresh` is from now on. */
  get(low: number, high: number, fresh: number): number {
    const place = this.#find(low, high);
    const known = this.#known[place] as number;
    if (known !== 0) return known - 1;
    this.#low[place] = low;
    this.#high[place] = high;
    this.#known[place] = fresh + 1;
    if (++this.#size * 2 > this.#known.length) this.#grow();
    return fresh;
  }

  #find(low: number, high: number): number {
    const mask = this.#known.length - 1;
    let place = (low ^ (high >>> 7)) & mask;
    while (this.#known[place] !== 0 && (this.#low[place] !== low || this.#high[place] !== high)) {
      place = (place + 1) & mask;
    }
    return place;
  }

  #grow(): void {
    const [lows, highs, known] = [this.#low, this.#high, this.#known];
    this.#low = new Int32Array(lows.length * 2);
    this.#high = new Int32Array(lows.length * 2);
    this.#known = new Int32Array(lows.length * 2);
    for (const [index, each] of known.entries()) {
      if (each === 0) continue;
      const [low, high] = [lows[index] as number, highs[index] as number];
      const place = this.#find(low, high);
      this.#low[place] = low;
      this.#high[place] = high;
      this.#known[place] = each;
    }
  }
}
