import { afterAll, expect, test } from 'vitest';
import { bundle } from './bundle-size.ts';

/** What an import may weigh, minified and gzipped, with all that it brings: bytes, a few percent over what it weighed. */
const ENTRIES: Readonly<Record<string, number>> = {
  'timed-operation': 10_950,
  'timed-operation/node': 3_100,
  'timed-operation/testing': 27_000,
  'timed-operation/testing/fast-check': 20_500,
  'timed-operation/arcus': 34_500,
  'timed-operation/arcus/testing': 27_450,
  'timed-operation/geerpc': 28_900,
  'timed-operation/geerpc/gob': 13_350,
};

/** Single exports, each alone. */
const EXPORTS: readonly (readonly [name: string, from: string, budget: number])[] = [
  ['retry', 'timed-operation', 9_100],
  ['hedge', 'timed-operation', 8_850],
  ['timedAll', 'timed-operation', 8_550],
  ['timedIterable', 'timed-operation', 8_750],
  ['TimedOperation', 'timed-operation', 4_150],
  ['Deadline', 'timed-operation', 1_060],
  ['isTimeoutError', 'timed-operation', 620],
  ['ManualRuntime', 'timed-operation/testing', 2_300],
  ['explore', 'timed-operation/testing', 21_950],
  ['encodeCommand', 'timed-operation/arcus', 5_950],
  ['ResponseDecoder', 'timed-operation/arcus', 7_150],
  ['JavaTranscoder', 'timed-operation/arcus', 2_850],
  ['dial', 'timed-operation/geerpc', 23_600],
  ['GobEncoder', 'timed-operation/geerpc/gob', 3_050],
];

const rows: string[] = [];
const row = (name: string, gzipped: number, budget: number) => {
  rows.push(`${name.padEnd(52)}${String(gzipped).padStart(8)}${String(budget).padStart(8)}`);
};

afterAll(() => {
  console.log([`${'import'.padEnd(52)}${'B gzip'.padStart(8)}${'at most'.padStart(8)}`, ...rows].join('\n'));
});

test.each(Object.entries(ENTRIES))('all of %s is within %i B', async (entry, budget) => {
  const { gzipped } = await bundle(`export * from '${entry}';`);
  row(entry, gzipped, budget);
  expect(gzipped).toBeLessThanOrEqual(budget);
});

test.each(EXPORTS)('%s of %s alone is within %i B', async (name, from, budget) => {
  const { gzipped } = await bundle(`export { ${name} } from '${from}';`);
  row(`{ ${name} } of ${from}`, gzipped, budget);
  expect(gzipped).toBeLessThanOrEqual(budget);
});
