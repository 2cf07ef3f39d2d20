import type { GobType } from '../gob-type.ts';
import { type OpaqueHooks, OpaqueType } from './opaque-type.ts';

/** A Go type with `GobEncode` and `GobDecode`. */
export function gobEncoder<T>(hooks: OpaqueHooks<T>): GobType<T> {
  return new OpaqueType('gobEncoder', hooks);
}

/** A Go type with `MarshalBinary` and `UnmarshalBinary`. */
export function binaryMarshaler<T>(hooks: OpaqueHooks<T>): GobType<T> {
  return new OpaqueType('binaryMarshaler', hooks);
}

/** A type that a stream defines as a TextMarshaler. Go understands such a definition but never writes one. */
export function textMarshaler<T>(hooks: OpaqueHooks<T>): GobType<T> {
  return new OpaqueType('textMarshaler', hooks);
}
