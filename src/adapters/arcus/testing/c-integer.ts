const BLANK = '\t\n\v\f\r ';
const NUMBER = /^[\t\n\v\f\r ]*([+-]?)0*([0-9]*)/;
const U64_LIMIT = 1n << 64n;
const I64_LIMIT = 1n << 63n;

/** Integers as the server reads them, by the rules of C's `strtoull` family: leading white space and a sign are fine, the number ends at the end or at white space. Undefined if that does not hold or the value does not fit. */
export const cInteger: {
  u64(text: string): bigint | undefined;
  i64(text: string): bigint | undefined;
  u32(text: string): number | undefined;
  i32(text: string): number | undefined;
} = {
  u64(text) {
    const number = read(text);
    if (number === undefined || number.size >= U64_LIMIT) return undefined;
    const value = number.negative ? BigInt.asUintN(64, -number.size) : number.size;
    // A minus sign is refused only where the value would look negative: so "-18446744073709551615" is 1.
    return value >= I64_LIMIT && text.includes('-') ? undefined : value;
  },
  i64(text) {
    const number = read(text);
    if (number === undefined) return undefined;
    const value = number.negative ? -number.size : number.size;
    return value >= I64_LIMIT || value < -I64_LIMIT ? undefined : value;
  },
  u32(text) {
    const value = cInteger.u64(text);
    return value === undefined || value > 0xffffffffn ? undefined : Number(value);
  },
  i32(text) {
    const value = cInteger.i64(text);
    return value === undefined || value > 0x7fffffffn || value < -0x80000000n ? undefined : Number(value);
  },
};

function read(text: string): { readonly negative: boolean; readonly size: bigint } | undefined {
  const match = NUMBER.exec(text);
  const digits = match?.[2] ?? '';
  const end = match?.[0].length ?? 0;
  const some = digits !== '' || text[end - 1] === '0';
  if (!some) return text !== '' && BLANK.includes(text.charAt(0)) ? { negative: false, size: 0n } : undefined;
  if (end < text.length && !BLANK.includes(text.charAt(end))) return undefined;
  // 20 digits hold every 64-bit value; longer ones only have to be too large.
  const size = digits.length > 20 ? U64_LIMIT : BigInt(digits === '' ? '0' : digits);
  return { negative: match?.[1] === '-', size };
}
