import { GobDecoder, type GobDecoderOptions } from './gob-decoder.ts';

/**
 * Every value of a whole stream, read without a schema. Throws a `GobError` at the first one that cannot be read, and if
 * the stream ends inside a value.
 */
export function decodeAll(bytes: Uint8Array, options: GobDecoderOptions = {}): unknown[] {
  // All of it is in memory already: nothing is buffered that was not asked for.
  const bufferedBytes = Math.max(bytes.length, 1);
  const decoder = new GobDecoder({ ...options, limits: { ...options.limits, bufferedBytes } });
  decoder.push(bytes);
  decoder.end();
  const values: unknown[] = [];
  while (decoder.ready()) values.push(decoder.decode());
  return values;
}
