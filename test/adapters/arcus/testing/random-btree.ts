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

const btreeKey = usually(pick('b:1', 'b:2', 'b:3', 'b:4'), anyKey);
export const btreeActions: readonly string[] = [
  'error',
  'smallest_trim',
  'largest_trim',
  'smallest_silent_trim',
  'largest_silent_trim',
];
const number = fc.integer({ min: 0, max: 12 }).map(String);
const hexBkey = pick('0x00', '0x01', '0x0102', '0x02', '0xff', '0x0A0b');
const bkey = usually(number, hexBkey);
const bkeyRange = fc.oneof(
  { weight: 1, arbitrary: bkey },
  { weight: 6, arbitrary: fc.tuple(number, number).map(([from, to]) => `${from}..${to}`) },
  { weight: 1, arbitrary: fc.tuple(hexBkey, hexBkey).map(([from, to]) => `${from}..${to}`) },
);
const flagBytes = pick('0x00', '0x01', '0x0102', '0xff', '0x0301');
const oneByte = pick('0x00', '0x01', '0x02', '0xff');
const filter = words(
  pick('0', '0', '1'),
  fc.oneof(
    words(pick('EQ', 'NE', 'LT', 'LE', 'GT', 'GE'), oneByte),
    words(pick('&', '|', '^'), oneByte, pick('EQ', 'NE', 'GE'), oneByte),
    words(
      pick('EQ', 'NE'),
      fc.array(oneByte, { minLength: 1, maxLength: 3 }).map((values) => values.join(',')),
    ),
    words(is('EQ'), pick('0x0102', '0x0301')),
  ),
);
const btreeValue = fc.oneof(
  fc.integer({ min: 0, max: 99 }).map((n) => `B${n}`),
  pick('10', '3', '', ' 8'),
);
const order = pick('asc', 'desc');
const position = fc.integer({ min: 0, max: 6 });
const treeKeys = fc.array(usually(pick('b:1', 'b:2', 'b:3', 'b:4'), pick('none', 'b:1')), {
  minLength: 1,
  maxLength: 4,
});
const distinctTreeKeys = fc.uniqueArray(pick('b:1', 'b:2', 'b:3', 'b:4', 'none'), {
  minLength: 1,
  maxLength: 5,
});
/** Everything that b+trees can do. */
export const btree: fc.Arbitrary<string> = fc.oneof(
  {
    weight: 3,
    arbitrary: line(is('bop create'), btreeKey, attributes(...btreeActions), maybe(is('noreply'))),
  },
  {
    weight: 18,
    arbitrary: withData(
      words(
        pick('bop insert', 'bop upsert'),
        btreeKey,
        bkey,
        maybe(flagBytes, 4),
        is('#'),
        create(...btreeActions),
        fc.oneof(ending, is('getrim')),
      ),
      btreeValue,
    ),
  },
  {
    weight: 2,
    arbitrary: withData(words(is('bop update'), btreeKey, bkey, maybe(flagBytes), is('#'), ending), btreeValue),
  },
  {
    weight: 3,
    arbitrary: line(
      is('bop update'),
      btreeKey,
      bkey,
      fc.oneof(flagBytes, is('0'), is(''), words(pick('0', '1'), pick('&', '|', '^'), fc.oneof(oneByte, is('0')))),
      is('-1'),
      ending,
    ),
  },
  {
    weight: 3,
    arbitrary: line(
      is('bop delete'),
      btreeKey,
      bkeyRange,
      maybe(filter),
      maybe(pick('0', '1', '2')),
      maybe(is('drop')),
      ending,
    ),
  },
  {
    weight: 8,
    arbitrary: line(
      is('bop get'),
      btreeKey,
      bkeyRange,
      maybe(filter),
      fc.oneof(is(''), pick('0', '1', '2'), words(pick('0', '1', '2'), pick('0', '1', '2'))),
      maybe(pick('delete', 'drop'), 0.4),
    ),
  },
  { weight: 3, arbitrary: line(is('bop count'), btreeKey, bkeyRange, maybe(filter)) },
  {
    weight: 3,
    arbitrary: line(
      pick('bop incr', 'bop decr'),
      btreeKey,
      bkey,
      pick('1', '5', '18446744073709551615'),
      maybe(words(pick('0', '7'), maybe(flagBytes)), 2),
      ending,
    ),
  },
  { weight: 2, arbitrary: line(is('bop position'), btreeKey, bkey, order) },
  {
    weight: 2,
    arbitrary: line(
      is('bop gbp'),
      btreeKey,
      order,
      fc.oneof(
        position.map(String),
        fc.tuple(position, position).map(([p, q]) => `${p}..${q}`),
      ),
    ),
  },
  { weight: 2, arbitrary: line(is('bop pwg'), btreeKey, bkey, order, maybe(pick('0', '1', '3', '101'), 2)) },
  {
    weight: 3,
    arbitrary: withNames(
      words(is('bop mget @names'), bkeyRange, maybe(filter), maybe(pick('0', '1')), pick('1', '2', '50')),
      treeKeys,
    ),
  },
  {
    weight: 6,
    arbitrary: withNames(
      words(
        is('bop smget @names'),
        bkeyRange,
        maybe(filter),
        maybe(pick('0', '1', '3')),
        pick('1', '2', '3', '20'),
        pick('unique', 'duplicate', ''),
      ),
      fc.oneof({ weight: 8, arbitrary: distinctTreeKeys }, { weight: 1, arbitrary: treeKeys }),
    ),
  },
);
