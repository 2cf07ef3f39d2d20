import fc from 'fast-check';

/** Ways to cut what is sent into what arrives. */
export type Cut = (bytes: Uint8Array) => Uint8Array[];

export const whole: Cut = (bytes) => [bytes];
export const byteByByte: Cut = (bytes) => Array.from(bytes, (byte) => Uint8Array.of(byte));

/** Anywhere. */
export const anyCut: fc.Arbitrary<Cut> = fc
  .array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 20 })
  .map((sizes) => (bytes) => {
    const chunks: Uint8Array[] = [];
    for (let at = 0, i = 0; at < bytes.length; i++) {
      const size = sizes[i % sizes.length] as number;
      chunks.push(bytes.subarray(at, at + size));
      at += size;
    }
    return chunks;
  });
