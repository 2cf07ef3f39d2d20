import fc from 'fast-check';
import { anyKey, exptime, flags, is, line, maybe, pick, usually, withData, withNames, words } from './random-parts.ts';

const kvKey = usually(pick('k:1', 'k:2'), anyKey);
// No empty value: the real server reads beyond it in an incr, so its answer is up to what lies there in memory.
const value = fc.oneof(
  fc.bigInt({ min: 0n, max: 120n }).map(String),
  pick('18446744073709551615', '-3', ' 12', '12 a', 'abc', '007', '18446744073709551616', '+5'),
);
/** Plain values and counters. */
export const kv: fc.Arbitrary<string> = fc.oneof(
  withData(
    words(
      pick('set', 'set', 'add', 'replace', 'append', 'prepend'),
      kvKey,
      flags,
      exptime,
      is('#'),
      maybe(is('noreply')),
    ),
    value,
  ),
  withData(words(is('cas'), kvKey, flags, is('0 # @cas')), value),
  withData(words(is('cas'), kvKey, flags, is('0 # @old')), value),
  line(pick('get', 'gets'), kvKey, maybe(kvKey), maybe(anyKey)),
  withNames(words(pick('mget', 'mgets'), is('@names')), fc.array(kvKey, { minLength: 1, maxLength: 3 })),
  line(
    pick('incr', 'decr'),
    kvKey,
    pick('1', '7', '18446744073709551615', '0'),
    maybe(words(flags, exptime, pick('0', '41')), 2),
  ),
  line(is('delete'), kvKey, maybe(is('noreply'))),
  line(is('touch'), kvKey, pick('0', '100', '-2', 'x')),
);
