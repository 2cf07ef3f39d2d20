import type { DecodePlans } from '../decode-plans.ts';
import { GobError } from '../gob-error.ts';
import { GobType, type Read, type Shape } from '../gob-type.ts';
import type { ValueWriter } from '../value-writer.ts';
import type { WireType } from '../wire-type.ts';

class LazyType<T> extends GobType<T> {
  #resolve: (() => GobType<T>) | undefined;
  #type: GobType<T> | undefined;

  constructor(resolve: () => GobType<T>) {
    super();
    this.#resolve = resolve;
  }

  get text(): string {
    return this.#to.text;
  }

  override get ownName(): string {
    return this.#to.ownName;
  }

  override wireType(): GobType<unknown> {
    return this.#to.wireType();
  }

  shape(): Shape {
    return this.#to.shape();
  }

  zero(): T {
    return this.#to.zero();
  }

  omits(value: T): boolean {
    return this.#to.omits(value);
  }

  write(out: ValueWriter, value: T): void {
    this.#to.write(out, value);
  }

  compile(plans: DecodePlans, _wire: WireType, id: number): Read<T> {
    return plans.of(id, this.#to);
  }

  get #to(): GobType<T> {
    if (this.#type === undefined) {
      const type = this.#resolve!();
      if (!(type instanceof GobType))
        throw new GobError('ERR_GOB_SCHEMA', `lazy: expected a schema, got ${typeof type}`);
      this.#type = type;
      this.#resolve = undefined;
    }
    return this.#type;
  }
}

/**
 * A reference to a type that is not there yet, for recursive and mutually recursive types:
 * `const Node: GobType<Node> = struct('main.Node', { Next: optional(lazy(() => Node)) })`.
 */
export function lazy<T>(resolve: () => GobType<T>): GobType<T> {
  return new LazyType(resolve);
}
