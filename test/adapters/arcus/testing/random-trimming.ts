import fc from 'fast-check';
import { is, line, maybe, pick, withData, withNames, words } from './random-parts.ts';

const key = pick('b:1', 'b:2', 'b:3');
const bkey = fc.integer({ min: 0, max: 9 });
const range = fc.oneof(
  bkey.map(String),
  fc.tuple(bkey, bkey).map(([from, to]) => `${from}..${to}`),
);
const eflag = pick('0x01', '0x02', '');
const filter = maybe(words(is('0'), pick('EQ', 'NE'), pick('0x01', '0x02')));
const action = pick('smallest_trim', 'largest_trim', 'smallest_silent_trim', 'largest_silent_trim', 'error');
const keys = fc.uniqueArray(key, { minLength: 1, maxLength: 3 });

/** b+trees of two or three elements that push each other out, and reads that meet the ends. */
export const trimming: fc.Arbitrary<string> = fc.oneof(
  {
    weight: 20,
    arbitrary: withData(
      words(
        pick('bop insert', 'bop insert', 'bop upsert'),
        key,
        bkey,
        eflag,
        is('# create 0 0'),
        pick('1', '2', '3'),
        action,
        maybe(is('getrim')),
      ),
      pick('x', '1'),
    ),
  },
  { weight: 2, arbitrary: line(pick('bop incr', 'bop decr'), key, bkey, is('1 5'), eflag) },
  {
    weight: 4,
    arbitrary: line(
      is('setattr'),
      key,
      fc.oneof(
        action.map((name) => `overflowaction=${name}`),
        pick('maxbkeyrange=0', 'maxbkeyrange=2', 'maxbkeyrange=4', 'maxcount=2', 'maxcount=3'),
      ),
    ),
  },
  { weight: 2, arbitrary: line(is('getattr'), key, is('trimmed maxbkeyrange minbkey maxbkey')) },
  { weight: 1, arbitrary: line(pick('delete'), key) },
  { weight: 2, arbitrary: line(is('bop delete'), key, range, filter, maybe(pick('1', '2'))) },
  {
    weight: 8,
    arbitrary: line(
      is('bop get'),
      key,
      range,
      filter,
      maybe(pick('1', '2', '1 1')),
      maybe(pick('delete', 'drop'), 0.2),
    ),
  },
  {
    weight: 2,
    arbitrary: withNames(words(is('bop mget @names'), range, filter, pick('1', '2', '50')), keys),
  },
  {
    weight: 8,
    arbitrary: withNames(
      words(is('bop smget @names'), range, filter, pick('1', '2', '20', '1 1', '1 2'), pick('unique', 'duplicate', '')),
      keys,
    ),
  },
);
