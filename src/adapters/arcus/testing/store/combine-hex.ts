export type BitwiseOperator = '&' | '|' | '^';

/** Bitwise combination of two byte strings of one length, given and answered as upper-case hex digits. */
export function combineHex(a: string, operator: BitwiseOperator, b: string): string {
  if (a.length === 0) return '';
  const x = BigInt(`0x${a}`);
  const y = BigInt(`0x${b}`);
  const combined = operator === '&' ? x & y : operator === '|' ? x | y : x ^ y;
  return combined.toString(16).toUpperCase().padStart(a.length, '0');
}
