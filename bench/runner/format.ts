/** A figure as people read it: three significant digits, thousands apart. */
export function format(value: number | null): string {
  if (value === null || Number.isNaN(value)) return 'did not finish';
  const size = Math.abs(value);
  if (size >= 100) return Math.round(value).toLocaleString('en-US');
  if (Number.isInteger(value)) return String(value);
  if (size >= 10) return value.toFixed(1);
  if (size >= 1) return value.toFixed(2);
  // A heap difference of a fraction of a byte is noise, not a figure to read.
  return size < 0.0005 ? '0.000' : value.toPrecision(2);
}
