import { expect, test } from 'vitest';
import { bundle } from './bundle-size.ts';

const ENTRIES = ['', '/node', '/testing', '/testing/fast-check', '/arcus', '/arcus/testing', '/geerpc', '/geerpc/gob'];

test.each(ENTRIES)('importing timed-operation%s for its effects leaves nothing of it', async (entry) => {
  const { code } = await bundle(`import 'timed-operation${entry}';`);
  expect(code.trim()).toBe('');
});

/** What an export must not bring, by words that the code of that part has and no other. */
const SCHEDULER = /clearTimeout|setImmediate/;
const SOCKETS = /node:(net|tls|zlib)/;
const RETRY = /earlierErrors/;
const ITERABLE = /asyncIterator/;
const PICTURES = /<svg/;

test.each<readonly [name: string, from: string, without: RegExp]>([
  ['isTimeoutError', 'timed-operation', SCHEDULER],
  ['TimeoutError', 'timed-operation', SCHEDULER],
  ['SharedStateCell', 'timed-operation', SCHEDULER],
  ['timed', 'timed-operation', RETRY],
  ['timed', 'timed-operation', ITERABLE],
  ['timed', 'timed-operation', /AggregateError/],
  ['retry', 'timed-operation', ITERABLE],
  ['timedIterable', 'timed-operation', RETRY],
  ['encodeCommand', 'timed-operation/arcus', SOCKETS],
  ['ResponseDecoder', 'timed-operation/arcus', SOCKETS],
  ['JavaTranscoder', 'timed-operation/arcus', SOCKETS],
  ['encodeCommand', 'timed-operation/arcus', SCHEDULER],
  ['isArcusTimeoutError', 'timed-operation/arcus', SCHEDULER],
  ['GobEncoder', 'timed-operation/geerpc/gob', SCHEDULER],
  ['GobDecoder', 'timed-operation/geerpc/gob', /timed-operation|node:/],
  ['service', 'timed-operation/geerpc', SOCKETS],
  ['ManualRuntime', 'timed-operation/testing', /linearizab/],
  ['explore', 'timed-operation/testing', PICTURES],
])('%s of %s does not bring %s', async (name, from, without) => {
  const { code } = await bundle(`export { ${name} } from '${from}';`);
  expect(code.length).toBeGreaterThan(20);
  expect(code).not.toMatch(without);
});

test.each<readonly [name: string, from: string, has: RegExp]>([
  ['timed', 'timed-operation', SCHEDULER],
  ['retry', 'timed-operation', RETRY],
  ['timedAll', 'timed-operation', /AggregateError/],
  ['timedIterable', 'timed-operation', ITERABLE],
  ['createArcusClient', 'timed-operation/arcus', SOCKETS],
  ['dial', 'timed-operation/geerpc', SOCKETS],
  ['explore', 'timed-operation/testing', /linearizab/],
  ['raceHtml', 'timed-operation/testing', PICTURES],
])('%s of %s does have %s: the words are the right ones', async (name, from, has) => {
  expect((await bundle(`export { ${name} } from '${from}';`)).code).toMatch(has);
});

test.each(['', '/testing', '/geerpc/gob'])('nothing of timed-operation%s asks for a module of Node', async (entry) => {
  const { code } = await bundle(`export * from 'timed-operation${entry}';`);
  expect(code).not.toMatch(/["']node:/);
});
