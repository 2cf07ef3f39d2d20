import type { DecodePlans } from '../decode-plans.ts';
import { valueFault } from '../faults.ts';
import { GobError } from '../gob-error.ts';
import { GobType, type Infer, type Read, type Shape } from '../gob-type.ts';
import type { ValueWriter } from '../value-writer.ts';
import type { WireType } from '../wire-type.ts';
import { compileStruct } from './compile-struct.ts';

/** Field names with their schemas, in the order of the Go struct. */
export type Fields = Readonly<Record<string, GobType<unknown>>>;

/** The object that stands for a Go struct. */
export type InferFields<F extends Fields> = { -readonly [K in keyof F]: Infer<F[K]> };

class StructType<F extends Fields> extends GobType<InferFields<F>> {
  readonly #name: string;
  readonly #ownName: string;
  readonly #fields: readonly (readonly [name: string, type: GobType<unknown>])[];
  readonly #shape: Shape;
  #zeroing = false;

  constructor(name: string, fields: F) {
    super();
    this.#name = name;
    this.#ownName = name.slice(name.lastIndexOf('.') + 1);
    this.#fields = Object.entries(fields);
    for (const [field, type] of this.#fields) {
      // Go sends exported fields only: those whose name begins with an upper-case letter.
      if (!/^\p{Lu}[\p{L}\p{Nd}_]*$/u.test(field)) {
        throw new GobError(
          'ERR_GOB_SCHEMA',
          `${this.text}: expected the name of an exported Go field, got ${JSON.stringify(field)}`,
        );
      }
      if (!(type instanceof GobType)) {
        throw new GobError('ERR_GOB_SCHEMA', `${this.text}.${field}: expected a schema, got ${typeof type}`);
      }
    }
    this.#shape = { kind: 'struct', fields: this.#fields };
  }

  override get ownName(): string {
    return this.#ownName;
  }

  get text(): string {
    if (this.#name !== '') return this.#name;
    const fields = this.#fields.map(([name, type]) => `${name} ${type.text}`).join('; ');
    return fields === '' ? 'struct {}' : `struct { ${fields} }`;
  }

  shape(): Shape {
    return this.#shape;
  }

  zero(): InferFields<F> {
    if (this.#zeroing)
      throw new GobError('ERR_GOB_SCHEMA', `${this.text}: a struct holds itself without a pointer (optional)`);
    this.#zeroing = true;
    try {
      return Object.fromEntries(this.#fields.map(([name, type]) => [name, type.zero()])) as InferFields<F>;
    } finally {
      this.#zeroing = false;
    }
  }

  // Go sends a struct also when all of it is zero.
  omits(): boolean {
    return false;
  }

  write(out: ValueWriter, value: InferFields<F>): void {
    if (typeof value !== 'object' || value === null) throw valueFault(`an object for ${this.text}`, value);
    const fields = this.#fields;
    let sent = -1;
    let i = 0;
    out.enter();
    try {
      for (; i < fields.length; i++) {
        const field = fields[i]!;
        const type = field[1];
        const part = value[field[0]];
        if (type.omits(part)) continue;
        out.bytes.uint(i - sent);
        type.write(out, part);
        sent = i;
      }
    } catch (error) {
      throw error instanceof GobError ? error.within(`${this.text}.${fields[i]![0]}`) : error;
    }
    out.leave();
    out.bytes.byte(0);
  }

  compile(plans: DecodePlans, wire: WireType): Read<InferFields<F>> {
    return compileStruct(plans, wire, this.text, this.#fields) as Read<InferFields<F>>;
  }
}

/**
 * A Go struct: `struct('main.Args', { Num1: int, Num2: int })`. The name is Go's; with a package before the last dot,
 * types made of it have Go's text too. It means nothing to a decoder: structs match by the names of their fields. Pass
 * `''` for a struct without a name. A field missing on the wire is decoded as its zero value. Make a schema once and keep
 * it: each is a type of its own, and a stream defines each type that it is given.
 */
export function struct<const F extends Fields>(name: string, fields: F): GobType<InferFields<F>> {
  return new StructType(name, fields);
}
