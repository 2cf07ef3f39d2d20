import fc from 'fast-check';

const key = fc.constantFrom('k1', 'k2', 'k:3');
const counter = fc.constantFrom('n1', 'n2');
const flags = fc.constantFrom('0', '7', '4294967295');
const exptime = fc.constantFrom('0', '0', '0', '100', '-2', '3000000');
const noreply = fc.constantFrom('', '', '', ' noreply');
const word = fc.constantFrom('a', 'bc', 'def', 'a\r\nb', 'END\r\n');
const number = fc.oneof(fc.bigInt({ min: 0n, max: 200n }), fc.constantFrom((1n << 64n) - 1n, 1n << 63n)).map(String);
const store = fc.constantFrom('set', 'set', 'add', 'replace', 'append', 'prepend');

function joined(...parts: readonly fc.Arbitrary<string>[]): fc.Arbitrary<string> {
  return fc.tuple(...parts).map((given) => given.join(''));
}

function storing(
  head: fc.Arbitrary<string>,
  data: fc.Arbitrary<string>,
  tail: fc.Arbitrary<string>,
): fc.Arbitrary<string> {
  return fc.tuple(head, data, tail).map(([first, bytes, last]) => `${first} ${bytes.length}${last}\r\n${bytes}\r\n`);
}

const blank = fc.constant(' ');
const end = fc.constant('\r\n');

/** Requests that memcached and ARCUS understand alike: without errors in a request line, whose texts differ, and without counters that are created. */
export const memcachedRequests: fc.Arbitrary<string> = fc.oneof(
  storing(joined(store, blank, key, blank, flags, blank, exptime), word, noreply),
  storing(joined(fc.constant('set '), counter, blank, flags, blank, exptime), number, noreply),
  storing(joined(fc.constant('cas '), key, blank, flags, fc.constant(' 0')), word, fc.constantFrom(' @cas', ' @old')),
  joined(fc.constantFrom('get ', 'gets '), key, blank, fc.oneof(key, counter), end),
  joined(fc.constant('get '), counter, end),
  joined(
    fc.constantFrom('incr ', 'decr '),
    counter,
    blank,
    fc.constantFrom('0', '1', '7', '150', '18446744073709551615'),
    noreply,
    end,
  ),
  joined(fc.constantFrom('incr k2 1', 'decr k1 1'), end),
  joined(fc.constant('delete '), fc.oneof(key, counter), noreply, end),
  joined(fc.constant('touch '), fc.oneof(key, counter), blank, fc.constantFrom('0', '100', '-2'), end),
);
