/** A state of a run as 64 bits, in two halves. */
export class StateHash {
  low = 0;
  high = 0;
  /** Adds a number; bound, so that it can be handed on. */
  readonly add = (part: number): void => {
    // Fractions are kept to a 1024th; what is beyond 32 bits counts too.
    const word = part | 0;
    const rest = part === word ? 0 : Math.floor(part / 0x1_0000_0000) ^ (part * 1024);
    this.low = Math.imul(this.low ^ word, 0x85ebca6b) + rest;
    this.low = (this.low ^ (this.low >>> 15)) | 0;
    this.high = Math.imul(this.high + word, 0xc2b2ae35) ^ rest;
    this.high = (this.high ^ (this.high >>> 13)) | 0;
  };

  clear(): void {
    this.low = 0x1b873593;
    this.high = 0x38495ab5 | 0;
  }

  addText(text: string): void {
    for (let index = 0; index < text.length; index++) this.add(text.charCodeAt(index));
    this.add(text.length);
  }
}

/** The states seen so far: an open hash table of 64-bit keys. */
export class SeenStates {
  size = 0;
  #low: Int32Array = new Int32Array(1 << 12);
  #high: Int32Array = new Int32Array(1 << 12);

  /** Remembers a state. Returns whether it is new. */
  add(low: number, high: number): boolean {
    // Zero in both halves means an empty place.
    const key = low === 0 && high === 0 ? 1 : low;
    if (!this.#put(key, high)) return false;
    if (++this.size * 2 > this.#low.length) this.#grow();
    return true;
  }

  #put(low: number, high: number): boolean {
    const lows = this.#low;
    const highs = this.#high;
    const mask = lows.length - 1;
    let place = (low ^ (high >>> 7)) & mask;
    while (lows[place] !== 0 || highs[place] !== 0) {
      if (lows[place] === low && highs[place] === high) return false;
      place = (place + 1) & mask;
    }
    lows[place] = low;
    highs[place] = high;
    return true;
  }

  #grow(): void {
    const lows = this.#low;
    const highs = this.#high;
    this.#low = new Int32Array(lows.length * 2);
    this.#high = new Int32Array(lows.length * 2);
    for (let index = 0; index < lows.length; index++) {
      const low = lows[index] as number;
      const high = highs[index] as number;
      if (low !== 0 || high !== 0) this.#put(low, high);
    }
  }
}
