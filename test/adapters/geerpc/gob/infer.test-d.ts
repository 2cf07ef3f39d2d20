import * as gob from 'timed-operation/geerpc/gob';
import { expectTypeOf, it } from 'vitest';

const Point = gob.struct('main.Point', { X: gob.int, Y: gob.asBigInt(gob.int64) });
const types = gob.registry({ 'main.Point': Point });

it('a schema infers the type of its values', () => {
  const All = gob.struct('main.All', {
    B: gob.bool,
    N: gob.uint8,
    S: gob.string,
    Raw: gob.bytes,
    List: gob.slice(Point),
    Three: gob.array(3, gob.float64),
    ByName: gob.map(gob.string, Point),
    Object: gob.record(gob.int),
    C: gob.complex128,
    At: gob.time,
    Maybe: gob.optional(Point),
  });
  expectTypeOf<gob.Infer<typeof All>>().toEqualTypeOf<{
    B: boolean;
    N: number;
    S: string;
    Raw: Uint8Array;
    List: { X: number; Y: bigint }[];
    Three: number[];
    ByName: Map<string, { X: number; Y: bigint }>;
    Object: Record<string, number>;
    C: gob.Complex;
    At: gob.GoTime;
    Maybe: { X: number; Y: bigint } | null;
  }>();
});

it('an interface is a union told apart by the registered name', () => {
  const any = gob.interfaceOf(types);
  const value = {} as gob.Infer<typeof any>;
  if (value?.type === 'main.Point') expectTypeOf(value.value).toEqualTypeOf<{ X: number; Y: bigint }>();
  if (value?.type === '[]string') expectTypeOf(value.value).toEqualTypeOf<string[]>();
  expectTypeOf<null>().toExtend<typeof value>();
});

it('the encoder takes the values of its schema, the decoder returns them', () => {
  const encoder = new gob.GobEncoder();
  encoder.encode(Point, { X: 1, Y: 2n });
  // @ts-expect-error a field is missing
  encoder.encode(Point, { X: 1 });
  // @ts-expect-error a bigint field takes no number
  encoder.encode(Point, { X: 1, Y: 2 });
  encoder.encodeAll([Point, { X: 1, Y: 2n }], [gob.int, 3]);
  // @ts-expect-error the second value is none of the second schema
  encoder.encodeAll([Point, { X: 1, Y: 2n }], [gob.int, '3']);
  expectTypeOf(new gob.GobDecoder().decode(Point)).toEqualTypeOf<{ X: number; Y: bigint } | undefined>();
  expectTypeOf(new gob.GobDecoder().decode()).toEqualTypeOf<unknown>();
});

it('recursive types are written with their own interface', () => {
  interface Node {
    Val: number;
    Next: Node | null;
  }
  const Node: gob.GobType<Node> = gob.struct('main.Node', {
    Val: gob.int,
    Next: gob.optional(gob.lazy(() => Node)),
  });
  expectTypeOf<gob.Infer<typeof Node>>().toEqualTypeOf<Node>();
});
