import { type GobType, gobEncoder, type OpaqueHooks } from 'timed-operation/geerpc/gob';

const text = new TextEncoder();
const plain = new TextDecoder();

/** The hooks of a type whose bytes are its text between brackets. */
export function bracketed(name: string, open: string, close: string): OpaqueHooks<string> {
  return {
    name,
    encode: (value) => text.encode(open + value + close),
    decode: (bytes) => plain.decode(bytes).slice(1, -1),
    zero: () => '',
    isZero: (value) => value === '',
  };
}

/** Go's `big.Int`: a byte of version and sign, then the magnitude. */
export const bigNumber: GobType<bigint> = gobEncoder<bigint>({
  encode: (value) => {
    const hex = value === 0n ? '' : (value < 0n ? -value : value).toString(16);
    return Uint8Array.from(Buffer.from(`0${value < 0n ? 3 : 2}${hex.length % 2 === 1 ? '0' : ''}${hex}`, 'hex'));
  },
  decode: (bytes) => {
    const magnitude = BigInt(`0x0${Buffer.from(bytes.subarray(1)).toString('hex')}`);
    return bytes[0] === 3 ? -magnitude : magnitude;
  },
  zero: () => 0n,
  isZero: (value) => value === 0n,
});
