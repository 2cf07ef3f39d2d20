/** The most that Go's int64 holds: about 292 years. */
const MOST = 2n ** 63n - 1n;

/**
 * Milliseconds as whole nanoseconds, the unit of the Option. 0 and `Infinity` are 0, which says no limit there; less than a nanosecond
 * is one, since it is a limit; more than Go's int64 holds is the most it holds.
 */
export function toNanoseconds(ms: number): bigint {
  if (ms === 0 || ms === Number.POSITIVE_INFINITY) return 0n;
  const nanoseconds = ms < 1e9 ? BigInt(Math.round(ms * 1e6)) : BigInt(Math.round(ms)) * 1_000_000n;
  if (nanoseconds === 0n) return 1n;
  return nanoseconds > MOST ? MOST : nanoseconds;
}

/** Whole nanoseconds as milliseconds. */
export function fromNanoseconds(nanoseconds: bigint): number {
  return Number(nanoseconds) / 1e6;
}
