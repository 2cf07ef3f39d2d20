import { ArcusTranscodeError } from './transcode-error.ts';

/** Big-endian without leading zero bytes: zero has no bytes at all, a negative number always all of them. */
export function packInteger(value: bigint, width: 4 | 8): Uint8Array {
  const view = new DataView(new ArrayBuffer(8));
  view.setBigInt64(0, value);
  let first = 8 - width;
  while (first < 8 && view.getUint8(first) === 0) first++;
  return new Uint8Array(view.buffer.slice(first));
}

/** The inverse, as a two's complement number of `width` bytes. */
export function unpackInteger(data: Uint8Array, width: 4 | 8): bigint {
  if (data.length > width) throw new ArcusTranscodeError(`expected at most ${width} bytes, got ${data.length}`);
  let value = 0n;
  for (const byte of data) value = (value << 8n) | BigInt(byte);
  return BigInt.asIntN(width * 8, value);
}

const bits = new DataView(new ArrayBuffer(8));

/** IEEE 754 bits, packed like an integer. */
export function packFloat(value: number, width: 4 | 8): Uint8Array {
  // A NaN has many spellings; Java writes this one.
  if (Number.isNaN(value)) return packInteger(width === 4 ? 0x7fc0_0000n : 0x7ff8_0000_0000_0000n, width);
  if (width === 4) bits.setFloat32(0, value);
  else bits.setFloat64(0, value);
  return packInteger(width === 4 ? BigInt(bits.getInt32(0)) : bits.getBigInt64(0), width);
}

export function unpackFloat(data: Uint8Array, width: 4 | 8): number {
  const packed = unpackInteger(data, width);
  if (width === 4) {
    bits.setInt32(0, Number(packed));
    return bits.getFloat32(0);
  }
  bits.setBigInt64(0, packed);
  return bits.getFloat64(0);
}
