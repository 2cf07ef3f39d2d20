import fc from 'fast-check';

/**
 * Random request sequences, dense in meetings: few keys, few bkeys, small collections. Values of sets start with S and fields of maps with f, so that
 * blocks whose order no server promises can be told. `@cas` stands for the cas of the key in the request as `gets` gives it, `@old` for one that is no more.
 */
export interface RandomRequests {
  readonly kv: fc.Arbitrary<string>;
  readonly list: fc.Arbitrary<string>;
  readonly set: fc.Arbitrary<string>;
  readonly map: fc.Arbitrary<string>;
  readonly btree: fc.Arbitrary<string>;
  readonly attributes: fc.Arbitrary<string>;
  readonly all: fc.Arbitrary<string>;
}

/** Every key the requests name. */
export const KEYS: readonly string[] = [
  'k:1',
  'k:2',
  'l:1',
  'l:2',
  's:1',
  'm:1',
  'b:1',
  'b:2',
  'b:3',
  'b:4',
  'none',
];

const pick = <T>(...values: readonly T[]): fc.Arbitrary<T> => fc.constantFrom(...values);
const words = (...parts: readonly fc.Arbitrary<string | number>[]): fc.Arbitrary<string> =>
  fc.tuple(...parts).map((given) => given.filter((part) => part !== '').join(' '));
const is = (text: string): fc.Arbitrary<string> => fc.constant(text);
const maybe = (part: fc.Arbitrary<string>, weight = 1): fc.Arbitrary<string> =>
  fc.oneof({ weight: 30, arbitrary: is('') }, { weight: Math.round(weight * 10), arbitrary: part });
const usually = (part: fc.Arbitrary<string>, otherwise: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  fc.oneof({ weight: 14, arbitrary: part }, { weight: 1, arbitrary: otherwise });

const anyKey = pick(...KEYS);
const ending = fc.oneof(
  { weight: 8, arbitrary: is('') },
  { weight: 3, arbitrary: is('pipe') },
  { weight: 1, arbitrary: is('noreply') },
);
const exptime = usually(is('0'), pick('-2', '3000000', '2592000'));
const flags = pick('0', '7', '4294967295');
const action = (...actions: readonly string[]): fc.Arbitrary<string> => maybe(pick(...actions), 2);
const attributes = (...actions: readonly string[]): fc.Arbitrary<string> =>
  words(
    flags,
    exptime,
    pick('0', '1', '2', '3', '4', '-1'),
    action(...actions),
    maybe(is('unreadable'), 0.3),
  );
const create = (...actions: readonly string[]): fc.Arbitrary<string> =>
  fc.oneof(
    { weight: 1, arbitrary: is('') },
    { weight: 2, arbitrary: attributes(...actions).map((text) => `create ${text}`) },
  );
/** A request line that announces the length of `data`, as `#` in it. */
const withData = (line: fc.Arbitrary<string>, data: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  fc.tuple(line, data).map(([text, bytes]) => `${text.replace('#', String(bytes.length))}\r\n${bytes}\r\n`);
const line = (...parts: readonly fc.Arbitrary<string | number>[]): fc.Arbitrary<string> =>
  words(...parts).map((text) => `${text}\r\n`);
const withNames = (
  line: fc.Arbitrary<string>,
  names: fc.Arbitrary<readonly string[]>,
): fc.Arbitrary<string> =>
  fc.tuple(line, names).map(([text, given]) => {
    const list = given.join(' ');
    const head = text.replace('@names', given.length === 0 ? '0 0' : `${list.length} ${given.length}`);
    return given.length === 0 ? `${head}\r\n` : `${head}\r\n${list}\r\n`;
  });

const kvKey = usually(pick('k:1', 'k:2'), anyKey);
// No empty value: the real server reads beyond it in an incr, so its answer is up to what lies there in memory.
const value = fc.oneof(
  fc.bigInt({ min: 0n, max: 120n }).map(String),
  pick('18446744073709551615', '-3', ' 12', '12 a', 'abc', '007', '18446744073709551616', '+5'),
);
const kv = fc.oneof(
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

const listKey = usually(pick('l:1', 'l:2'), anyKey);
const listActions = ['error', 'head_trim', 'tail_trim'];
const index = fc.integer({ min: -5, max: 5 });
const indexes = fc.oneof(
  index.map(String),
  fc.tuple(index, index).map(([from, to]) => `${from}..${to}`),
);
const listValue = fc.integer({ min: 0, max: 999 }).map((n) => `L${n}`);
const list = fc.oneof(
  { weight: 2, arbitrary: line(is('lop create'), listKey, attributes(...listActions), maybe(is('noreply'))) },
  {
    weight: 6,
    arbitrary: withData(
      words(is('lop insert'), listKey, index, is('#'), create(...listActions), ending),
      listValue,
    ),
  },
  { weight: 2, arbitrary: line(is('lop delete'), listKey, indexes, maybe(is('drop')), ending) },
  { weight: 4, arbitrary: line(is('lop get'), listKey, indexes, maybe(pick('delete', 'drop'))) },
);

const setKey = usually(is('s:1'), anyKey);
const setValue = fc.integer({ min: 0, max: 5 }).map((n) => `S${n}`);
const set = fc.oneof(
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
const map = fc.oneof(
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

const btreeKey = usually(pick('b:1', 'b:2', 'b:3', 'b:4'), anyKey);
const btreeActions = [
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
const btree = fc.oneof(
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
    arbitrary: withData(
      words(is('bop update'), btreeKey, bkey, maybe(flagBytes), is('#'), ending),
      btreeValue,
    ),
  },
  {
    weight: 3,
    arbitrary: line(
      is('bop update'),
      btreeKey,
      bkey,
      fc.oneof(
        flagBytes,
        is('0'),
        is(''),
        words(pick('0', '1'), pick('&', '|', '^'), fc.oneof(oneByte, is('0'))),
      ),
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

const attribute = pick(
  'type',
  'flags',
  'expiretime',
  'count',
  'maxcount',
  'overflowaction',
  'readable',
  'maxbkeyrange',
  'trimmed',
);
const setting = fc.oneof(
  pick(
    'maxcount=2',
    'maxcount=4',
    'maxcount=0',
    'maxcount=-1',
    'readable=on',
    'readable=off',
    'expiretime=0',
    'expiretime=-1',
    'nosuch=1',
  ),
  pick(...listActions, ...btreeActions).map((name) => `overflowaction=${name}`),
  pick('maxbkeyrange=3', 'maxbkeyrange=0', 'maxbkeyrange=0x02', 'maxbkeyrange=6'),
);
const attributeRequests = fc.oneof(
  line(is('getattr'), anyKey, maybe(attribute, 2), maybe(attribute)),
  line(is('setattr'), anyKey, setting, maybe(setting)),
  line(is('delete'), anyKey),
);

export const randomRequests: RandomRequests = {
  kv,
  list,
  set,
  map,
  btree,
  attributes: attributeRequests,
  all: fc.oneof(
    { weight: 3, arbitrary: kv },
    { weight: 3, arbitrary: list },
    { weight: 2, arbitrary: set },
    { weight: 2, arbitrary: map },
    { weight: 10, arbitrary: btree },
    { weight: 2, arbitrary: attributeRequests },
  ),
};
