import type { ByteReader } from './byte-reader.ts';
import type { DecodePlans } from './decode-plans.ts';
import type { ValueWriter } from './value-writer.ts';
import type { BasicKind, OpaqueKind, WireType } from './wire-type.ts';

/** Reads one value of a type on the wire as a value of a schema. */
export type Read<T> = (reader: ByteReader) => T;

/** How a schema is defined on the wire. */
export type Shape =
  | { readonly kind: BasicKind }
  | { readonly kind: 'array'; readonly elem: GobType<unknown>; readonly length: number }
  | { readonly kind: 'slice'; readonly elem: GobType<unknown> }
  | { readonly kind: 'map'; readonly key: GobType<unknown>; readonly elem: GobType<unknown> }
  | { readonly kind: 'struct'; readonly fields: readonly (readonly [name: string, type: GobType<unknown>])[] }
  | { readonly kind: OpaqueKind };

/**
 * A schema: a Go type together with the TypeScript type that stands for it. Make one with `struct`, `slice`, `int` and
 * so on; the methods are what the encoder and the decoder ask of it.
 */
export abstract class GobType<T> {
  /** The type as Go prints it, e.g. `[]main.Point`. */
  abstract readonly text: string;
  /** The type's own name without its package; empty for a type that has none. */
  get ownName(): string {
    return '';
  }

  /** The type that is on the wire: pointers and late references are transparent. */
  wireType(): GobType<unknown> {
    return this;
  }

  abstract shape(): Shape;

  /** A fresh zero value: what a field that was not sent is decoded as. */
  abstract zero(): T;

  /** Whether a struct leaves the field out. Anything that is no value of the type is not left out, so that it is refused. */
  abstract omits(value: T): boolean;

  /** Writes a value as it is sent inside another one. Throws a `GobError` for what is no value of the type. */
  abstract write(out: ValueWriter, value: T): void;

  /** Compiles the reading of wire type `wire` (known to the stream as `id`). Throws a `GobError` if they do not fit. */
  abstract compile(plans: DecodePlans, wire: WireType, id: number): Read<T>;
}

/** The TypeScript type of a schema's values. */
export type Infer<S> = S extends GobType<infer T> ? T : never;
