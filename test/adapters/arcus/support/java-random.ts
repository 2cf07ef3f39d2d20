/** The bytes that `java.util.Random` gives for a seed: a linear congruence of 48 bits. */
export function javaRandomBytes(seed: bigint, count: number): Uint8Array {
  const mask = (1n << 48n) - 1n;
  let state = (seed ^ 0x5deece66dn) & mask;
  const bytes = new Uint8Array(count);
  for (let i = 0; i < count; i += 4) {
    state = (state * 0x5deece66dn + 0xbn) & mask;
    const word = Number(state >> 16n);
    for (let byte = 0; byte < 4 && i + byte < count; byte++) bytes[i + byte] = (word >> (8 * byte)) & 0xff;
  }
  return bytes;
}
