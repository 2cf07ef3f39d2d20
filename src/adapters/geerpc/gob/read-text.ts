// A leading U+FEFF is part of the string, and bytes that are not UTF-8 must never turn into replacement characters.
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const short = 32;
/** One array for each short length. For so few bytes this takes a third of what the decoder takes. */
const rooms: readonly number[][] = Array.from({ length: short + 1 }, (_, length) => new Array<number>(length).fill(0));

/** UTF-8 to a string, or `undefined` if the bytes are not UTF-8. */
export function readText(bytes: Uint8Array, start: number, end: number): string | undefined {
  if (end - start <= short) {
    const text = readAscii(bytes, start, end);
    if (text !== undefined) return text;
  }
  try {
    return decoder.decode(bytes.subarray(start, end));
  } catch {
    return undefined;
  }
}

function readAscii(bytes: Uint8Array, start: number, end: number): string | undefined {
  const units = rooms[end - start]!;
  for (let i = start; i < end; i++) {
    const byte = bytes[i]!;
    if (byte >= 0x80) return undefined;
    units[i - start] = byte;
  }
  return String.fromCharCode.apply(null, units);
}
