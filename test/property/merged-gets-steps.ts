import fc from 'fast-check';

const keys = ['a', 'b', 'no', 'é', 'Ã©', '한', `l${'x'.repeat(1_200)}`, `m${'y'.repeat(6_000)}`];

/** What happens to a client and to the other end of its connection. */
export type Step =
  | { readonly kind: 'get' | 'gets' | 'incr'; readonly key: string; readonly timeout: number; readonly idle: boolean }
  | { readonly kind: 'set'; readonly key: string; readonly size: number; readonly timeout: number }
  | { readonly kind: 'cancel'; readonly which: number }
  | { readonly kind: 'advance' | 'serve' | 'send'; readonly by: number }
  | { readonly kind: 'close'; readonly drain: number }
  | { readonly kind: 'settle' | 'block' | 'drain' | 'break' };

const timeout = fc.constantFrom(1e6, 1e6, 20, 50);
const key = fc.constantFrom(...keys);
const get: fc.Arbitrary<Step> = fc.record({
  kind: fc.constant('get' as const),
  key,
  timeout,
  idle: fc.constantFrom(false, false, true),
});
/** Nothing is lost. */
export const calm: fc.Arbitrary<Step> = fc.oneof(
  { weight: 12, arbitrary: get },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constantFrom('gets' as const, 'incr' as const),
      key,
      timeout,
      idle: fc.constant(false),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('set' as const),
      key,
      size: fc.constantFrom(1, 900, 1_100, 30_000, 70_000),
      timeout,
    }),
  },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('cancel' as const), which: fc.nat(20) }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('settle' as const) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constantFrom('block' as const, 'drain' as const) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('advance' as const), by: fc.constantFrom(10, 20, 30) }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('serve' as const), by: fc.integer({ min: 1, max: 6 }) }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('send' as const), by: fc.integer({ min: 1, max: 300 }) }) },
);
/** Connections are lost, and the client is closed. */
export const stormy: fc.Arbitrary<Step> = fc.oneof(
  { weight: 60, arbitrary: calm },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('break' as const) }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('close' as const),
      drain: fc.constantFrom(0, 25, Number.POSITIVE_INFINITY),
    }),
  },
);
/** What a server may say to a `get` of several keys. */
export const refusal = fc.constantFrom(
  undefined,
  'late',
  'SERVER_ERROR out of memory writing get response',
  'CLIENT_ERROR bad command line format',
  'ERROR unknown command',
);

export const limits = fc.record({
  textFlags: fc.constantFrom(-1, 0, 1),
  maxMergedGets: fc.constantFrom(1, 2, 3, 100),
  maxInFlight: fc.constantFrom(1, 3, 1_000),
  maxInFlightBytes: fc.constantFrom(100, 40_000, 1e9),
});
