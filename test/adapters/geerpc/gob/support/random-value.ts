import fc from 'fast-check';
import { GoTime } from 'timed-operation/geerpc/gob';
import { printed } from './printed.ts';
import {
  type BasicName,
  basicNames,
  type DeclaredName,
  randomType,
  registeredType,
  registryOf,
  schemaOf,
  type Type,
  textOf,
} from './random-type.ts';

/** A value of a random type, and the types that its interfaces may hold. */
export interface Case {
  type: Type;
  registered: Type[];
  value: unknown;
}

const float32 = fc.float({ noNaN: false });
const edge = <T>(arbitrary: fc.Arbitrary<T>, ...edges: T[]) =>
  fc.oneof({ weight: 3, arbitrary }, { weight: 1, arbitrary: fc.constantFrom(...edges) });
const safe = Number.MAX_SAFE_INTEGER;
const wide = edge(
  fc.integer({ min: -safe, max: safe }),
  0,
  1,
  -1,
  63,
  64,
  -64,
  -65,
  127,
  128,
  safe,
  -safe,
  2 ** 31,
  -(2 ** 31),
);
const wideUint = edge(fc.nat({ max: safe }), 0, 1, 127, 128, 255, 256, 65535, 65536, 2 ** 32 - 1, 2 ** 32, safe);
const pair = (part: fc.Arbitrary<number>) => fc.record({ re: part, im: part });

const basic: Record<BasicName, fc.Arbitrary<unknown>> = {
  bool: fc.boolean(),
  int: wide,
  int8: edge(fc.integer({ min: -128, max: 127 }), 0, -128, 127),
  int16: edge(fc.integer({ min: -32768, max: 32767 }), 0, -32768, 32767),
  int32: edge(fc.integer(), 0, -(2 ** 31), 2 ** 31 - 1),
  int64: edge(fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }), 0n, -(2n ** 63n), 2n ** 63n - 1n, 2n ** 53n + 1n),
  uint: wideUint,
  uint8: edge(fc.nat({ max: 255 }), 0, 255),
  uint16: edge(fc.nat({ max: 65535 }), 0, 65535),
  uint32: edge(fc.nat({ max: 2 ** 32 - 1 }), 0, 2 ** 32 - 1),
  uint64: edge(fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }), 0n, 2n ** 64n - 1n, 2n ** 53n + 1n),
  uintptr: wideUint,
  float32: edge(float32, 0, -0, Number.NaN, 1.5),
  float64: edge(fc.double(), 0, -0, Number.NaN, 17, Number.MAX_VALUE, Number.MIN_VALUE),
  complex64: pair(edge(float32, 0, -0)),
  complex128: pair(edge(fc.double(), 0, -0)),
  string: edge(fc.string({ unit: 'binary', maxLength: 40 }), '', 'a', '\uFEFFb', 'x'.repeat(300), '世界🎉'),
};

const time = fc
  .record({
    seconds: fc.bigInt({ min: -(10n ** 15n), max: 10n ** 15n }),
    nanoseconds: fc.nat({ max: 999_999_999 }),
    offset: fc.option(
      fc.oneof(
        fc.integer({ min: -720, max: 840 }).map((m) => m * 60),
        fc.nat({ max: 50_000 }),
      ),
    ),
  })
  // Go has no form for offsets between one and two minutes west, and misreads its own for other odd seconds west.
  .filter(({ offset }) => offset === null || Math.trunc(offset / 60) !== -1)
  .map(({ seconds, nanoseconds, offset }) => new GoTime(seconds, nanoseconds, offset));

const { node, tree, mutual } = fc.letrec<{ node: unknown; tree: unknown; mutual: unknown; mutualB: unknown }>(
  (tie) => ({
    node: fc.record({ Val: wide, Next: fc.option(tie('node'), { maxDepth: 3 }) }),
    tree: fc.record({
      V: basic.string,
      Kids: fc.option(
        fc.array(fc.tuple(fc.string({ maxLength: 3 }), tie('tree')), { maxLength: 2 }).map((kids) => new Map(kids)),
        {
          maxDepth: 2,
        },
      ),
    }),
    mutual: fc.record({ N: wide, B: fc.option(tie('mutualB'), { maxDepth: 3 }) }),
    mutualB: fc.record({ S: basic.string, A: fc.option(tie('mutual'), { maxDepth: 3 }) }),
  }),
);

const declared: Record<DeclaredName, fc.Arbitrary<unknown>> = {
  'main.Point': fc.record({ X: wide, Y: wide }),
  'main.Node': node,
  'main.MTree': tree,
  'main.MutA': mutual,
  'main.GE': fc.string({ maxLength: 8 }),
  'main.BM': fc.string({ maxLength: 8 }),
  'time.Time': edge(time, GoTime.zero),
  'big.Int': edge(fc.bigInt(), 0n, -1n, 2n ** 200n),
};

/** A value of `type`. `budget` bounds how deep interfaces nest. */
function valueFor(type: Type, registered: readonly Type[], budget: number): fc.Arbitrary<unknown> {
  const part = (of: Type) => valueFor(of, registered, budget);
  switch (type.kind) {
    case 'basic':
      return basic[type.name];
    case 'bytes':
      return fc.uint8Array({ maxLength: 40 });
    case 'slice':
      return fc.array(part(type.elem), { maxLength: 4 });
    case 'array':
      return fc.oneof(
        {
          weight: 3,
          arbitrary: fc.array(part(type.elem), { minLength: type.length, maxLength: type.length }),
        },
        { weight: 1, arbitrary: fc.constant(schemaOf(type, () => registryOf([])).zero()) },
      );
    case 'pointer':
      return fc.option(part(type.elem));
    case 'map': {
      const isNaNKey = type.key.kind === 'basic' || type.key.kind === 'array';
      // Keys are different for Go: -0 equals 0 there, and NaN nothing at all.
      const different = (key: unknown) => printed(key).replaceAll('-0', '0');
      return fc
        .uniqueArray(fc.tuple(part(type.key), part(type.elem)), {
          maxLength: 3,
          selector: ([key]) => different(key),
        })
        .map((pairs) => new Map(isNaNKey ? pairs.filter(([key]) => !printed(key).includes('NaN')) : pairs));
    }
    case 'struct':
      return fc.record(Object.fromEntries(type.fields.map((field) => [field.name, part(field.type)])), {
        noNullPrototype: true,
      });
    case 'interface':
      return held(registered, budget);
    case 'declared':
      return declared[type.name];
  }
}

function held(registered: readonly Type[], budget: number): fc.Arbitrary<unknown> {
  const basics = fc.constantFrom(...basicNames).chain((type) => basic[type].map((value) => ({ type, value })));
  if (budget === 0) return fc.option(basics);
  const others = registered.map((type) =>
    valueFor(type, registered, budget - 1).map((value) => ({ type: textOf(type), value })),
  );
  return fc.option(fc.oneof(basics, ...others, ...others));
}

export const randomCase: fc.Arbitrary<Case> = fc
  .record({ type: randomType(3), registered: fc.array(registeredType, { maxLength: 2 }) })
  .chain(({ type, registered }) =>
    valueFor(type, registered, 2)
      .filter((value) => value !== null)
      .map((value) => ({ type, registered, value })),
  );
