import type { DecodePlans } from '../decode-plans.ts';
import { typeFault, valueFault } from '../faults.ts';
import { GobError } from '../gob-error.ts';
import { GobType, type Read, type Shape } from '../gob-type.ts';
import type { ValueWriter } from '../value-writer.ts';
import type { OpaqueKind, WireType } from '../wire-type.ts';

/** How a type that encodes itself is turned into bytes and back. */
export interface OpaqueHooks<T> {
  /** The Go type's name with its package, e.g. `big.Int`; it only shows in definitions. Default: none. */
  readonly name?: string;
  encode(value: T): Uint8Array;
  /** Throws if the bytes are none of the type; the caller sees a `GobError` with that as its `cause`. */
  decode(bytes: Uint8Array): T;
  /** A fresh zero value: what a field that was not sent is decoded as. */
  zero(): T;
  /** Whether it is Go's zero value, which a struct leaves out. Default: never. */
  isZero?(value: T): boolean;
}

/** A type whose values are bytes of their own making. */
export class OpaqueType<T> extends GobType<T> {
  readonly #kind: OpaqueKind;
  readonly #hooks: OpaqueHooks<T>;

  constructor(kind: OpaqueKind, hooks: OpaqueHooks<T>) {
    super();
    this.#kind = kind;
    this.#hooks = hooks;
  }

  get text(): string {
    return this.#hooks.name ?? '';
  }

  override get ownName(): string {
    return this.text.slice(this.text.lastIndexOf('.') + 1);
  }

  shape(): Shape {
    return { kind: this.#kind };
  }

  zero(): T {
    return this.#hooks.zero();
  }

  omits(value: T): boolean {
    return this.#hooks.isZero !== undefined && this.#called('isZero', () => this.#hooks.isZero!(value));
  }

  write(out: ValueWriter, value: T): void {
    const bytes = this.#called('encode', () => this.#hooks.encode(value));
    if (!(bytes instanceof Uint8Array)) throw valueFault(`a Uint8Array from encode of ${this.text}`, bytes);
    out.bytes.counted(bytes);
  }

  compile(_plans: DecodePlans, wire: WireType): Read<T> {
    if (wire.kind !== this.#kind) throw typeFault(`${this.#kind} ${this.text}`, wire);
    return (reader) => {
      const bytes = reader.counted();
      return this.#called('decode', () => this.#hooks.decode(bytes));
    };
  }

  #called<R>(hook: string, call: () => R): R {
    try {
      return call();
    } catch (cause) {
      if (cause instanceof GobError && cause.code === 'ERR_GOB_VALUE') throw cause;
      throw new GobError('ERR_GOB_HOOK', `${hook} of ${this.text || this.#kind} threw`, undefined, { cause });
    }
  }
}
