/** How headers and bodies are encoded, as the Option names it. */
export type CodecName = 'application/gob' | 'application/json';

export function isCodecName(value: unknown): value is CodecName {
  return value === 'application/gob' || value === 'application/json';
}
