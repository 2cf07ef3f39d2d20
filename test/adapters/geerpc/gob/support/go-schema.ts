import * as gob from 'timed-operation/geerpc/gob';
import { type GoType, knownTypes, parseGoType } from './go-types.ts';

type Schema = gob.GobType<unknown>;

const basic: Record<string, Schema> = {
  bool: gob.bool,
  int: gob.int,
  int8: gob.int8,
  int16: gob.int16,
  int32: gob.int32,
  int64: gob.asBigInt(gob.int64),
  uint: gob.uint,
  uint8: gob.uint8,
  uint16: gob.uint16,
  uint32: gob.uint32,
  uint64: gob.asBigInt(gob.uint64),
  uintptr: gob.uintptr,
  float32: gob.float32,
  float64: gob.float64,
  complex64: gob.complex64,
  complex128: gob.complex128,
  string: gob.string,
};

const mTree = 'main.MTree // type MTree struct{V string; Kids map[string]*main.MTree; }';

/** Structs by name and declaration: a stream defines one type once only if every mention of it is the same schema. */
const made = new Map<string, Schema>();

/** A schema out of a Go type's text. */
export class GoSchema {
  readonly type: GoType;
  readonly #declared: Map<string, GoType>;
  #registry: gob.Registry<Record<string, Schema>> | undefined;

  constructor(goType: string) {
    const { type, declared } = parseGoType(goType);
    this.type = type;
    this.#declared = declared;
  }

  get schema(): Schema {
    return this.of(this.type);
  }

  /** What interfaces hold in the golden data. */
  get registry(): gob.Registry<Record<string, Schema>> {
    this.#registry ??= gob.registry<Record<string, Schema>>({
      'main.Point': gob.struct('main.Point', { X: gob.int, Y: gob.int }),
      '*main.Inner': gob.struct('main.Inner', { A: gob.int, S: gob.string }),
      'main.Sq': gob.struct('main.Sq', { Side: gob.float64 }),
      'main.Reg': gob.struct('main.Reg', { A: gob.int }),
      'custom/name': gob.lazy(() => new GoSchema(mTree).schema),
      'map[string]interface {}': gob.map(
        gob.string,
        gob.lazy(() => gob.interfaceOf(this.registry)),
      ),
    });
    return this.#registry;
  }

  declared(name: string): GoType | undefined {
    return this.#declared.get(name.slice(name.lastIndexOf('.') + 1));
  }

  of(type: GoType): Schema {
    switch (type.kind) {
      case 'basic':
        return basic[type.text]!;
      case 'pointer':
        return gob.optional(this.of(type.elem));
      case 'slice':
        return type.elem.kind === 'basic' && type.elem.text === 'uint8' ? gob.bytes : gob.slice(this.of(type.elem));
      case 'array':
        return gob.array(type.length, this.of(type.elem));
      case 'map':
        return gob.map(this.of(type.key), this.of(type.elem));
      case 'struct':
        return this.#struct('', type);
      case 'interface':
        return gob.interfaceOf(this.registry);
      case 'named':
        return this.#named(type.text);
    }
  }

  #named(name: string): Schema {
    const type = this.declared(name);
    if (knownTypes[name] !== undefined) return knownTypes[name];
    if (type === undefined) return gob.interfaceOf(this.registry, name);
    if (type.kind !== 'struct') return this.of(type);
    return this.#struct(name, type);
  }

  #struct(name: string, type: GoType & { kind: 'struct' }): Schema {
    const key = `${name} ${JSON.stringify(type)}`;
    const known = made.get(key);
    if (known !== undefined) return known;
    made.set(
      key,
      gob.lazy<unknown>(() => made.get(key)!),
    );
    const fields = type.fields.map(([field, part]): [string, Schema] => {
      const schema = this.of(part);
      // A map that is nil is not sent, one that is empty is: only `optional` tells them apart.
      return [field, part.kind === 'map' ? gob.optional(schema) : schema];
    });
    const schema = gob.struct(name, Object.fromEntries(fields));
    made.set(key, schema);
    return schema;
  }
}
