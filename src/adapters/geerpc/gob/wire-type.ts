/** A field as a struct definition names it. */
export interface WireField {
  readonly name: string;
  readonly id: number;
}

/** A type as the stream describes it. Types refer to each other by id, so that they may be recursive. */
export type WireType =
  | { readonly kind: 'bool' | 'int' | 'uint' | 'float' | 'bytes' | 'string' | 'complex' | 'interface' }
  | { readonly kind: 'array'; readonly name: string; readonly elem: number; readonly length: number }
  | { readonly kind: 'slice'; readonly name: string; readonly elem: number }
  | { readonly kind: 'struct'; readonly name: string; readonly fields: readonly WireField[] }
  | { readonly kind: 'map'; readonly name: string; readonly key: number; readonly elem: number }
  | { readonly kind: OpaqueKind; readonly name: string };

/** Types whose values are bytes of their own making: GobEncoder, BinaryMarshaler, TextMarshaler. */
export type OpaqueKind = 'gobEncoder' | 'binaryMarshaler' | 'textMarshaler';

export type WireKind = WireType['kind'];

/** The ids that both sides know without a definition. */
export const basicIds = {
  bool: 1,
  int: 2,
  uint: 3,
  float: 4,
  bytes: 5,
  string: 6,
  complex: 7,
  interface: 8,
} as const;

export type BasicKind = keyof typeof basicIds;

/** Below it no stream may define a type. */
export const firstUserId = 64;
