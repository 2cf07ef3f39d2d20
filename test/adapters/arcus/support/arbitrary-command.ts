import fc, { type Arbitrary } from 'fast-check';

type Fields = Record<string, unknown>;

/** What a command's arguments are drawn from. */
export interface Arguments {
  readonly text: Arbitrary<unknown>;
  readonly integer: Arbitrary<unknown>;
  readonly u64: Arbitrary<unknown>;
  readonly bytes: Arbitrary<unknown>;
  readonly flag: Arbitrary<unknown>;
  /** An object, or what is given for one. */
  readonly object: (object: Arbitrary<unknown>) => Arbitrary<unknown>;
  /** One of these words, or what is given for one. */
  readonly word: (...words: readonly string[]) => Arbitrary<unknown>;
}

function record(fields: Record<string, Arbitrary<unknown>>, requiredKeys: string[]): Arbitrary<Fields> {
  return fc.record<Fields, string>(fields, { requiredKeys }) as Arbitrary<Fields>;
}

/** Commands of every type, in every combination of arguments. */
export function arbitraryCommand(of: Arguments): Arbitrary<Fields> {
  const { text, integer, u64, bytes, flag, object, word } = of;
  const names = object(fc.array(text, { minLength: 1, maxLength: 4 }));
  const bkey = fc.oneof(u64, bytes);
  const range = fc.oneof(
    bkey,
    object(fc.record({ from: u64, to: u64 })),
    object(fc.record({ from: bytes, to: bytes })),
  );
  const index = fc.oneof(integer, fc.record({ from: integer, to: integer }));
  const operator = word('&', '|', '^');
  const filter = object(
    fc.record(
      {
        offset: integer,
        bitwise: object(fc.record({ operator, value: bytes })),
        comparison: word('EQ', 'NE', 'LT', 'LE', 'GT', 'GE'),
        values: fc.array(bytes, { minLength: 1, maxLength: 3 }),
      },
      { requiredKeys: ['offset', 'comparison', 'values'] },
    ),
  );
  const creation = {
    flags: integer,
    exptime: integer,
    maxCount: integer,
    overflowAction: word('error', 'tail_trim', 'smallest_trim'),
    unreadable: flag,
  };
  const create = object(fc.record(creation, { requiredKeys: [] }));
  const update = fc.oneof(bytes, object(fc.record({ offset: integer, operator, value: bytes })), word('remove'));
  const order = word('asc', 'desc');
  const after = word('delete', 'drop');
  const noreply = flag;

  const make = (
    types: readonly string[],
    needed: Record<string, Arbitrary<unknown>>,
    optional: Record<string, Arbitrary<unknown>> = {},
  ) => record({ type: fc.constantFrom(...types), ...needed, ...optional }, ['type', ...Object.keys(needed)]);

  const pipeable = [
    make(['lop insert'], { key: text, index: integer, data: bytes }, { create, noreply }),
    make(['lop delete'], { key: text, index }, { drop: flag, noreply }),
    make(['sop insert'], { key: text, data: bytes }, { create, noreply }),
    make(['sop delete'], { key: text, data: bytes }, { drop: flag, noreply }),
    make(['sop exist'], { key: text, data: bytes }),
    make(['mop insert', 'mop upsert'], { key: text, field: text, data: bytes }, { create, noreply }),
    make(['mop update'], { key: text, field: text, data: bytes }, { noreply }),
    make(['mop delete'], { key: text, fields: fc.oneof(names, word('all')) }, { drop: flag, noreply }),
    make(
      ['bop insert', 'bop upsert'],
      { key: text, bkey, data: bytes },
      { eflag: bytes, create, getTrimmed: flag, noreply },
    ),
    make(['bop update'], { key: text, bkey }, { eflag: update, data: bytes, noreply }),
    make(['bop delete'], { key: text, bkey: range }, { filter, count: integer, drop: flag, noreply }),
    make(
      ['bop incr', 'bop decr'],
      { key: text, bkey, delta: u64 },
      { create: object(fc.record({ initial: u64, eflag: bytes }, { requiredKeys: ['initial'] })), noreply },
    ),
  ];
  return fc.oneof(
    ...pipeable,
    fc.record({
      type: fc.constant('pipe'),
      commands: fc.array(fc.oneof(...pipeable), { minLength: 1, maxLength: 4 }),
    }),
    make(
      ['set', 'add', 'replace', 'append', 'prepend'],
      { key: text, data: bytes },
      { flags: integer, exptime: integer, noreply },
    ),
    make(['cas'], { key: text, data: bytes, cas: u64 }, { flags: integer, exptime: integer, noreply }),
    make(['get', 'gets', 'mget', 'mgets'], { keys: names }),
    make(
      ['incr', 'decr'],
      { key: text, delta: u64 },
      {
        create: object(fc.record({ initial: u64, flags: integer, exptime: integer }, { requiredKeys: ['initial'] })),
        noreply,
      },
    ),
    make(['delete'], { key: text }, { noreply }),
    make(['touch'], { key: text, exptime: integer }, { noreply }),
    make(['lop create', 'sop create', 'mop create', 'bop create'], { key: text }, { ...creation, noreply }),
    make(['lop get'], { key: text, index }, { after }),
    make(['sop get'], { key: text, count: integer }, { after }),
    make(['mop get'], { key: text, fields: fc.oneof(names, word('all')) }, { after }),
    make(['bop get'], { key: text, bkey: range }, { filter, offset: integer, count: integer, after }),
    make(['bop count'], { key: text, bkey: range }, { filter }),
    make(['bop position'], { key: text, bkey, order }),
    make(['bop gbp'], { key: text, order, position: index }),
    make(['bop pwg'], { key: text, bkey, order }, { count: integer }),
    make(['bop mget'], { keys: names, bkey: range, count: integer }, { filter, offset: integer }),
    make(
      ['bop smget'],
      { keys: names, bkey: range, count: integer, mode: word('duplicate', 'unique') },
      { filter, offset: integer },
    ),
    make(
      ['getattr'],
      { key: text },
      { names: fc.array(word('type', 'flags', 'count'), { minLength: 1, maxLength: 3 }) },
    ),
    make(
      ['setattr'],
      { key: text },
      {
        expiretime: integer,
        maxcount: integer,
        overflowaction: word('error'),
        readable: flag,
        maxbkeyrange: bkey,
      },
    ),
    make(['flush_all'], {}, { delay: integer, noreply }),
    make(['flush_prefix'], { prefix: fc.oneof(text, fc.constant(null)) }, { delay: integer, noreply }),
    make(['stats'], {}, { topic: word('settings', 'items', 'detail on', 'detail dump', 'reset') }),
    make(['stats prefixlist'], { of: word('item', 'operation') }, { prefixes: names }),
    make(['stats cachedump'], { slabClass: integer, limit: integer }),
    make(['config'], { name: text }, { value: text }),
    make(
      ['scan key', 'scan prefix'],
      { cursor: fc.oneof(word('0', '8000'), text) },
      { count: integer, match: text, itemType: word('A', 'K') },
    ),
    make(['scrub'], {}, { stale: flag }),
    make(['sasl auth'], { data: bytes }, { mechanism: text }),
    make(['version', 'ready', 'quit', 'sasl mech'], {}),
  );
}
