import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { goDuration } from '../../../src/adapters/geerpc/go-duration.ts';
import { toNanoseconds } from '../../../src/adapters/geerpc/nanoseconds.ts';

const table: [string, string][] = JSON.parse(
  readFileSync(new URL('../../fixtures/geerpc/go-durations.json', import.meta.url), 'utf8'),
);

it.each(table)('%s ns prints as %s', (nanoseconds, text) => {
  expect(goDuration(BigInt(nanoseconds))).toBe(text);
});

it.each([
  [0, 0n],
  [Number.POSITIVE_INFINITY, 0n],
  [1, 1_000_000n],
  [0.0000001, 1n],
  [1.5, 1_500_000n],
  [1e15, 9_223_372_036_854_775_807n],
  [Number.MAX_VALUE, 9_223_372_036_854_775_807n],
])('%s ms are %s whole nanoseconds', (ms, nanoseconds) => {
  expect(toNanoseconds(ms)).toBe(nanoseconds);
});
