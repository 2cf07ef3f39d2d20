const SLICE = 8192;

/** Bytes as a string of one character (0..255) a byte, and back. `TextDecoder('latin1')` is windows-1252 and would change 0x80..0x9f. */
export const latin1: {
  decode(bytes: Uint8Array): string;
  encode(text: string): Uint8Array;
  encodeInto(text: string, target: Uint8Array, offset: number): void;
} = {
  decode(bytes) {
    if (bytes.length <= SLICE) return String.fromCharCode(...bytes);
    let text = '';
    for (let at = 0; at < bytes.length; at += SLICE) {
      text += String.fromCharCode(...bytes.subarray(at, at + SLICE));
    }
    return text;
  },
  encode(text) {
    const bytes = new Uint8Array(text.length);
    latin1.encodeInto(text, bytes, 0);
    return bytes;
  },
  encodeInto(text, target, offset) {
    for (let i = 0; i < text.length; i++) target[offset + i] = text.charCodeAt(i);
  },
};
