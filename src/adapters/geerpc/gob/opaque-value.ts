import type { OpaqueKind } from './wire-type.ts';

/** A value that encoded itself, read without a schema: its bytes, for whoever knows the type. */
export class OpaqueValue {
  readonly kind: OpaqueKind;
  /** The name in the type's definition, often empty. */
  readonly typeName: string;
  readonly bytes: Uint8Array;

  constructor(kind: OpaqueKind, typeName: string, bytes: Uint8Array) {
    this.kind = kind;
    this.typeName = typeName;
    this.bytes = bytes;
  }
}
