/** Buckets in each doubling: a percentile is at most 19 % too high. */
const PER_DOUBLING = 4;
const BUCKETS = 40 * PER_DOUBLING;

/** Durations by their magnitude, from a microsecond to two weeks, in constant space. */
export class LatencyHistogram {
  readonly #counts: Uint32Array = new Uint32Array(BUCKETS);
  #total = 0;

  add(ms: number): void {
    const bucket = Math.floor(Math.log2(ms * 1000 + 1) * PER_DOUBLING);
    this.#counts[Math.min(bucket, BUCKETS - 1)]!++;
    this.#total++;
  }

  /** The duration in ms that `share` (0 to 1) of all are not longer than; `undefined` when there are none. */
  percentile(share: number): number | undefined {
    if (this.#total === 0) return undefined;
    let left = Math.max(1, Math.ceil(share * this.#total));
    let bucket = 0;
    while (bucket < BUCKETS - 1) {
      left -= this.#counts[bucket] as number;
      if (left <= 0) break;
      bucket++;
    }
    return (2 ** ((bucket + 1) / PER_DOUBLING) - 1) / 1000;
  }
}
