import fc from 'fast-check';
import {
  anyKey,
  attributes,
  create,
  ending,
  is,
  line,
  maybe,
  pick,
  usually,
  withData,
  withNames,
  words,
} from './random-parts.ts';

const listKey = usually(pick('l:1', 'l:2'), anyKey);
export const listActions: readonly string[] = ['error', 'head_trim', 'tail_trim'];
const index = fc.integer({ min: -5, max: 5 });
const indexes = fc.oneof(
  index.map(String),
  fc.tuple(index, index).map(([from, to]) => `${from}..${to}`),
);
const listValue = fc.integer({ min: 0, max: 999 }).map((n) => `L${n}`);
export const list: fc.Arbitrary<string> = fc.oneof(
  { weight: 2, arbitrary: line(is('lop create'), listKey, attributes(...listActions), maybe(is('noreply'))) },
  {
    weight: 6,
    arbitrary: withData(words(is('lop insert'), listKey, index, is('#'), create(...listActions), ending), listValue),
  },
  { weight: 2, arbitrary: line(is('lop delete'), listKey, indexes, maybe(is('drop')), ending) },
  { weight: 4, arbitrary: line(is('lop get'), listKey, indexes, maybe(pick('delete', 'drop'))) },
);

const setKey = usually(is('s:1'), anyKey);
const setValue = fc.integer({ min: 0, max: 5 }).map((n) => `S${n}`);
export const set: fc.Arbitrary<string> = fc.oneof(
  { weight: 1, arbitrary: line(is('sop create'), setKey, attributes('error'), maybe(is('noreply'))) },
  {
    weight: 5,
    arbitrary: withData(words(is('sop insert'), setKey, is('#'), create('error'), ending), setValue),
  },
  {
    weight: 2,
    arbitrary: withData(words(is('sop delete'), setKey, is('#'), maybe(is('drop')), ending), setValue),
  },
  { weight: 2, arbitrary: withData(words(is('sop exist'), setKey, is('#'), maybe(is('pipe'))), setValue) },
  {
    weight: 2,
    arbitrary: line(is('sop get'), setKey, pick('0', '1000', '1001'), maybe(pick('delete', 'drop'))),
  },
);

const mapKey = usually(is('m:1'), anyKey);
const field = fc.integer({ min: 0, max: 4 }).map((n) => `f${n}`);
const fields = fc.uniqueArray(field, { maxLength: 3 });
const mapValue = fc.integer({ min: 0, max: 99 }).map((n) => `M${n}`);
export const map: fc.Arbitrary<string> = fc.oneof(
  { weight: 1, arbitrary: line(is('mop create'), mapKey, attributes('error'), maybe(is('noreply'))) },
  {
    weight: 5,
    arbitrary: withData(
      words(pick('mop insert', 'mop upsert'), mapKey, field, is('#'), create('error'), ending),
      mapValue,
    ),
  },
  { weight: 2, arbitrary: withData(words(is('mop update'), mapKey, field, is('#'), ending), mapValue) },
  {
    weight: 2,
    arbitrary: withNames(words(is('mop delete'), mapKey, is('@names'), maybe(is('drop')), ending), fields),
  },
  {
    weight: 3,
    arbitrary: withNames(words(is('mop get'), mapKey, is('@names'), maybe(pick('delete', 'drop'))), fields),
  },
);
