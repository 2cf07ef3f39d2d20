import type { CollectionAttributes } from './collection-options.ts';
import type { Creation } from './protocol/arguments/creation.ts';
import type { Transcoder } from './transcoder/transcoder.ts';

/** An element for a collection: its bytes, and the attributes with which the collection is made if there is none. The flags are the collection's. */
export function encodeElement<Value, Overflow extends string>(
  transcoder: Transcoder<Value>,
  value: Value,
  create?: CollectionAttributes<Overflow>,
): { readonly data: Uint8Array; readonly create?: Creation<Overflow> } {
  const { flags, data } = transcoder.encode(value);
  return { data, ...(create && { create: { ...create, flags } }) };
}
