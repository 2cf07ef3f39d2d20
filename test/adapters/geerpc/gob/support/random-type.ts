import fc from 'fast-check';
import * as gob from 'timed-operation/geerpc/gob';
import { bigNumber, bracketed } from './marshaling-types.ts';

type Schema = gob.GobType<unknown>;

const basics = {
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
} as const;

export type BasicName = keyof typeof basics;
export const basicNames = Object.keys(basics) as BasicName[];

/** The types that the Go program declares itself: recursive ones, and those that encode themselves. */
export type DeclaredName =
  | 'main.Point'
  | 'main.Node'
  | 'main.MTree'
  | 'main.MutA'
  | 'main.GE'
  | 'main.BM'
  | 'time.Time'
  | 'big.Int';

/** A random type, in a form that goes to Go as JSON. */
export type Type =
  | { kind: 'basic'; name: BasicName }
  | { kind: 'bytes' }
  | { kind: 'slice' | 'pointer'; elem: Type }
  | { kind: 'array'; length: number; elem: Type }
  | { kind: 'map'; key: Type; elem: Type }
  | { kind: 'struct'; fields: { name: string; type: Type }[] }
  | { kind: 'interface' }
  | { kind: 'declared'; name: DeclaredName };

interface Node {
  Val: number;
  Next: Node | null;
}
interface MTree {
  V: string;
  Kids: Map<string, MTree> | null;
}
interface MutA {
  N: number;
  B: { S: string; A: MutA | null } | null;
}

const node: gob.GobType<Node> = gob.struct('main.Node', {
  Val: gob.int,
  Next: gob.optional(gob.lazy(() => node)),
});
const mTree: gob.GobType<MTree> = gob.struct('main.MTree', {
  V: gob.string,
  Kids: gob.optional(
    gob.map(
      gob.string,
      gob.lazy(() => mTree),
    ),
  ),
});
const mutB = gob.struct('main.MutB', { S: gob.string, A: gob.optional(gob.lazy(() => mutA)) });
const mutA: gob.GobType<MutA> = gob.struct('main.MutA', { N: gob.int, B: gob.optional(mutB) });

const declared: Record<DeclaredName, Schema> = {
  'main.Point': gob.struct('main.Point', { X: gob.int, Y: gob.int }),
  'main.Node': node,
  'main.MTree': mTree,
  'main.MutA': mutA,
  'main.GE': gob.gobEncoder(bracketed('main.GE', '<', '>')),
  'main.BM': gob.binaryMarshaler(bracketed('main.BM', '{', '}')),
  'time.Time': gob.time,
  'big.Int': bigNumber,
};

/** The schema of a random type, whose interfaces hold what is in `registry`. */
export function schemaOf(type: Type, registry: () => gob.Registry<Record<string, Schema>>): Schema {
  const part = (of: Type) => schemaOf(of, registry);
  switch (type.kind) {
    case 'basic':
      return basics[type.name];
    case 'bytes':
      return gob.bytes;
    case 'slice':
      return gob.slice(part(type.elem));
    case 'pointer':
      return gob.optional(part(type.elem));
    case 'array':
      return gob.array(type.length, part(type.elem));
    case 'map':
      return gob.map(part(type.key), part(type.elem));
    case 'struct':
      return gob.struct('', Object.fromEntries(type.fields.map((field) => [field.name, part(field.type)])));
    case 'interface':
      return gob.lazy(() => gob.interfaceOf(registry()));
    case 'declared':
      return declared[type.name];
  }
}

/** Go's text of a type, under which the tests register it. */
export function textOf(type: Type): string {
  return schemaOf(type, () => gob.registry({})).text;
}

/** A registry of these types, of Go's basic ones, with the 64-bit ones as `bigint`. */
export function registryOf(types: readonly Type[]): gob.Registry<Record<string, Schema>> {
  const entries: [string, Schema][] = [...basicNames.map((name): [string, Schema] => [name, basics[name]])];
  const registry: gob.Registry<Record<string, Schema>> = gob.registry<Record<string, Schema>>(
    Object.fromEntries([
      ...entries,
      ['[]int64', gob.slice(basics.int64)],
      ['[]uint64', gob.slice(basics.uint64)],
      ...types.map((type): [string, Schema] => [textOf(type), schemaOf(type, () => registry)]),
    ]),
  );
  return registry;
}

const declaredNames = Object.keys(declared) as DeclaredName[];
const basicType: fc.Arbitrary<Type> = fc.constantFrom(...basicNames).map((name) => ({ kind: 'basic', name }));
const keyNames = basicNames.filter((name) => !name.startsWith('complex'));
const keyType: fc.Arbitrary<Type> = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...keyNames).map((name): Type => ({ kind: 'basic', name })) },
  { weight: 1, arbitrary: fc.constant<Type>({ kind: 'declared', name: 'main.Point' }) },
  {
    weight: 1,
    arbitrary: fc
      .constantFrom(...keyNames)
      .map((name): Type => ({ kind: 'array', length: 2, elem: { kind: 'basic', name } })),
  },
);
const fieldNames = fc.uniqueArray(fc.constantFrom('A', 'B', 'Name', 'X1', 'Ünï', 'Д', 'Long_Field_Name', 'Z'), {
  maxLength: 6,
});

/** A random type of at most `depth` levels. Types in elements are never pointers, which gob cannot send as nil there. */
export function randomType(depth: number): fc.Arbitrary<Type> {
  const leaf = fc.oneof(
    { weight: 8, arbitrary: basicType },
    { weight: 1, arbitrary: fc.constant<Type>({ kind: 'bytes' }) },
    { weight: 2, arbitrary: fc.constant<Type>({ kind: 'interface' }) },
    {
      weight: 4,
      arbitrary: fc.constantFrom(...declaredNames).map((name): Type => ({ kind: 'declared', name })),
    },
  );
  if (depth === 0) return leaf;
  const elem = randomType(depth - 1);
  const field = fc.oneof(
    { weight: 3, arbitrary: elem },
    // What can be nil on its own is no target for a pointer whose value Go could tell from nil.
    { weight: 1, arbitrary: elem.filter(pointable).map((of): Type => ({ kind: 'pointer', elem: of })) },
    {
      weight: 1,
      arbitrary: elem.filter(pointable).map((of): Type => ({ kind: 'pointer', elem: { kind: 'pointer', elem: of } })),
    },
  );
  return fc.oneof(
    { weight: 2, arbitrary: leaf },
    {
      weight: 2,
      arbitrary: elem.filter((of) => !isByte(of)).map((of): Type => ({ kind: 'slice', elem: of })),
    },
    {
      weight: 1,
      arbitrary: fc.record({ kind: fc.constant('array' as const), length: fc.nat({ max: 3 }), elem }),
    },
    {
      weight: 2,
      arbitrary: fc.record({
        kind: fc.constant('map' as const),
        key: keyType,
        elem: elem.filter((of) => !isBig(of)),
      }),
    },
    {
      weight: 4,
      arbitrary: fieldNames.chain((names) =>
        fc.tuple(...names.map(() => field)).map(
          (types): Type => ({
            kind: 'struct',
            fields: names.map((name, i) => ({ name, type: types[i]! })),
          }),
        ),
      ),
    },
  );
}

/** What a program would register for its interfaces: something with a definition. */
export const registeredType: fc.Arbitrary<Type> = randomType(2).filter(
  (type) => type.kind !== 'interface' && !isBig(type) && textOf(type).length < 400,
);

function pointable(type: Type): boolean {
  return type.kind !== 'interface' && !isBig(type);
}

function isByte(type: Type): boolean {
  return type.kind === 'basic' && type.name === 'uint8';
}

function isBig(type: Type): boolean {
  return type.kind === 'declared' && type.name === 'big.Int';
}
