const UNITS = [
  [3_600_000_000_000n, 'h'],
  [60_000_000_000n, 'm'],
] as const;
const SECOND = 1_000_000_000n;

/** Nanoseconds as Go's `Duration.String` prints them: `1h0m0s`, `1.5s`, `100ms`, `1.5µs`. */
export function goDuration(nanoseconds: bigint): string {
  if (nanoseconds < 0n) return `-${goDuration(-nanoseconds)}`;
  if (nanoseconds === 0n) return '0s';
  if (nanoseconds < 1_000n) return `${nanoseconds}ns`;
  if (nanoseconds < 1_000_000n) return `${decimal(nanoseconds, 1_000n)}µs`;
  if (nanoseconds < SECOND) return `${decimal(nanoseconds, 1_000_000n)}ms`;
  let text = '';
  let rest = nanoseconds;
  for (const [unit, name] of UNITS) {
    if (text !== '' || rest >= unit) text += `${rest / unit}${name}`;
    rest %= unit;
  }
  return `${text}${decimal(rest, SECOND)}s`;
}

/** A quotient by a power of ten, with as many decimals as it needs. */
function decimal(value: bigint, unit: bigint): string {
  const decimals = String(value % unit)
    .padStart(String(unit).length - 1, '0')
    .replace(/0+$/, '');
  return decimals === '' ? `${value / unit}` : `${value / unit}.${decimals}`;
}
