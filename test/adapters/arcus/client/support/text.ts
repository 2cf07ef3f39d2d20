/** Bytes of a text, as a raw value. */
export const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

/** Text of a raw value. */
export const text = (value: Uint8Array | undefined): string | undefined =>
  value === undefined ? undefined : new TextDecoder().decode(value);
