import { ArcusTranscodeError } from './transcode-error.ts';

const encoder = new TextEncoder();
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** UTF-8 of text. A lone surrogate has none, and replacing it would store something else. */
export function encodeUtf8(text: string): Uint8Array {
  if (!text.isWellFormed()) throw new ArcusTranscodeError('a string with a lone surrogate cannot be stored as UTF-8');
  return encoder.encode(text);
}

/** Text of UTF-8, whole: bytes that are none are refused rather than replaced. */
export function decodeUtf8(data: Uint8Array): string {
  try {
    return decoder.decode(data);
  } catch (cause) {
    throw new ArcusTranscodeError(`expected text in UTF-8, got ${data.length} bytes that are not`, { cause });
  }
}
