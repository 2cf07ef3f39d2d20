import { type CallSamples, outcomes } from './call-sample.ts';

const entry = (bkey: bigint) => ({ bkey, eflag: Uint8Array.of(Number(bkey)), value: `v${bkey}` });
const plain = (bkey: bigint, value = 'x') => ({ bkey, value });
/** Elements 2 and 3 of the b+tree. */
const filter = { offset: 0, comparison: 'GE', values: [Uint8Array.of(2)] } as const;
const trimmed = { stored: true, trimmed: { bkey: 1n, eflag: undefined, value: 'oldest' } };
const created = { stored: true, trimmed: undefined };

export const btreeSamples: CallSamples = {
  'bopCreate(key, type, attributes)': {
    gives: ({ btree }) =>
      btree.create('none', 'x', { maxCount: 10, exptime: 60, overflowAction: 'error', unreadable: false }),
    value: true,
    false: [({ btree }) => btree.create('b', 'x')],
  },
  'bopInsert(key, element)': {
    gives: ({ btree }) => btree.insert('b', { ...plain(9n), eflag: Uint8Array.of(9) }),
    value: true,
    undefined: [({ btree }) => btree.insert('none', plain(9n))],
    false: [({ btree }) => btree.insert('b', plain(1n))],
  },
  'bopInsert(key, element, attributes)': {
    gives: ({ btree }) => btree.insert('none', plain(9n), { create: { maxCount: 10 } }),
    value: true,
    false: [({ btree }) => btree.insert('b', plain(1n), { create: {} })],
  },
  'bopUpsert(key, element)': {
    gives: async ({ btree }) => [await btree.upsert('b', plain(1n)), await btree.upsert('b', plain(9n))],
    value: [true, true],
    undefined: [({ btree }) => btree.upsert('none', plain(9n))],
  },
  'bopUpsert(key, element, attributes)': {
    gives: ({ btree }) => btree.upsert('none', plain(9n), { create: { maxCount: 10 } }),
    value: true,
  },
  'bopUpdate(key, element)': {
    gives: async ({ btree }) => [
      await btree.update('b', 1n, { value: 'x', eflag: Uint8Array.of(7) }),
      await btree.get('b', 1n),
    ],
    value: [true, { bkey: 1n, eflag: Uint8Array.of(7), value: 'x' }],
    undefined: [({ btree }) => btree.update('none', 1n, { value: 'x' })],
    false: [({ btree }) => btree.update('b', 9n, { value: 'x' })],
  },
  'bopInsertAndGetTrimmed(key, element)': {
    gives: ({ btree }) => btree.insertAndGetTrimmed('full', plain(2n)),
    value: trimmed,
    undefined: [({ btree }) => btree.insertAndGetTrimmed('none', plain(2n))],
  },
  'bopInsertAndGetTrimmed(key, element, attributes)': {
    gives: ({ btree }) => btree.insertAndGetTrimmed('none', plain(2n), { create: { maxCount: 10 } }),
    value: created,
  },
  'bopUpsertAndGetTrimmed(key, element)': {
    gives: ({ btree }) => btree.upsertAndGetTrimmed('full', plain(2n)),
    value: trimmed,
    undefined: [({ btree }) => btree.upsertAndGetTrimmed('none', plain(2n))],
  },
  'bopUpsertAndGetTrimmed(key, element, attributes)': {
    gives: ({ btree }) => btree.upsertAndGetTrimmed('none', plain(2n), { create: { maxCount: 10 } }),
    value: created,
  },
  'bopGet(key, bKey, args)': {
    gives: async ({ btree }) => [
      await btree.get('b', 2n, { filter: filter, after: 'delete' }),
      await btree.get('b', 2n),
      await btree.get('b', 1n, { filter: filter }),
    ],
    value: [
      entry(2n),
      { bkey: 2n, eflag: undefined, value: undefined },
      { bkey: 1n, eflag: undefined, value: undefined },
    ],
    undefined: [({ btree }) => btree.get('none', 2n)],
  },
  'bopGet(key, from, to, args)': {
    gives: async ({ btree }) => [
      await btree.getRange('b', 9n, 0n, { filter: filter, offset: 1, count: 5, after: 'delete' }),
      await btree.getRange('b', 0n, 9n),
      await btree.getRange('b', 8n, 9n),
    ],
    value: [
      { elements: [entry(2n)], trimmed: false },
      { elements: [entry(1n), entry(3n)], trimmed: false },
      { elements: [], trimmed: false },
    ],
    undefined: [({ btree }) => btree.getRange('none', 0n, 9n)],
  },
  'bopMultiGet(keys, from, to, args)': {
    gives: ({ btree }) =>
      outcomes(btree.getMany(['b', 'none', 'k', 'eb'], 0n, 9n, { filter: filter, offset: 1, count: 5 })),
    value: [
      ['b', { elements: [entry(3n)], trimmed: false }],
      ['none', undefined],
      ['k', 'failed'],
      ['eb', { elements: [], trimmed: false }],
    ],
  },
  'bopGetPosition(key, bKey, order)': {
    gives: async ({ btree }) => [await btree.position('b', 3n, 'asc'), await btree.position('b', 3n, 'desc')],
    value: [2, 0],
    undefined: [({ btree }) => btree.position('none', 3n, 'asc'), ({ btree }) => btree.position('b', 9n, 'asc')],
  },
  'bopGetByPosition(key, pos, order)': {
    gives: ({ btree }) => btree.getByPosition('b', 0, 'desc'),
    value: entry(3n),
    undefined: [
      ({ btree }) => btree.getByPosition('none', 0, 'asc'),
      ({ btree }) => btree.getByPosition('b', 9, 'asc'),
    ],
  },
  'bopGetByPosition(key, from, to, order)': {
    gives: async ({ btree }) => [
      await btree.getByPositions('b', 0, 1, 'desc'),
      await btree.getByPositions('b', 7, 9, 'asc'),
    ],
    value: [[entry(3n), entry(2n)], []],
    undefined: [({ btree }) => btree.getByPositions('none', 0, 1, 'asc')],
  },
  'bopPositionWithGet(key, bKey, count, order)': {
    gives: async ({ btree }) => [
      await btree.positionWithGet('b', 1n, 1, 'asc'),
      await btree.positionWithGet('b', 9n, 1, 'asc'),
    ],
    value: [
      [
        { ...entry(1n), position: 0 },
        { ...entry(2n), position: 1 },
      ],
      [],
    ],
    undefined: [({ btree }) => btree.positionWithGet('none', 1n, 1, 'asc')],
  },
  'bopSortMergeGet(keys, from, to, unique, args)': {
    gives: async ({ btree }) => {
      const all = await btree.sortMergeGet(['b', 'c', 'none'], 1n, 9n, {
        unique: true,
        filter: filter,
        offset: 1,
        count: 5,
      });
      const few = await btree.sortMergeGet(['b', 'c'], 1n, 9n, { unique: true });
      return [all, few.elements.map(({ bkey }) => bkey)];
    },
    value: [
      { elements: [{ key: 'b', ...entry(3n) }], missed: [{ key: 'none', cause: 'NOT_FOUND' }], trimmed: [] },
      [1n, 2n, 3n],
    ],
  },
  'bopIncr(key, bKey, delta)': {
    gives: ({ btree }) => btree.incr('c', 1n, 2),
    value: 7n,
    undefined: [({ btree }) => btree.incr('none', 1n, 2), ({ btree }) => btree.incr('c', 9n, 2)],
  },
  'bopIncr(key, bKey, delta, initial, eFlag)': {
    gives: async ({ btree }) => [
      await btree.incr('c', 9n, 2, { initial: 10, eflag: Uint8Array.of(1) }),
      await btree.get('c', 9n),
    ],
    value: [10n, { bkey: 9n, eflag: Uint8Array.of(1), value: '10' }],
    undefined: [({ btree }) => btree.incr('none', 1n, 2, { initial: 10 })],
  },
  'bopDecr(key, bKey, delta)': {
    gives: async ({ btree }) => [await btree.decr('c', 1n, 2), await btree.decr('c', 1n, 9)],
    value: [3n, 0n],
    undefined: [({ btree }) => btree.decr('none', 1n, 2), ({ btree }) => btree.decr('c', 9n, 2)],
  },
  'bopDecr(key, bKey, delta, initial, eFlag)': {
    gives: async ({ btree }) => [
      await btree.decr('c', 9n, 2, { initial: 10, eflag: Uint8Array.of(1) }),
      await btree.decr('c', 9n, 2, { initial: 10 }),
    ],
    value: [10n, 8n],
    undefined: [({ btree }) => btree.decr('none', 1n, 2, { initial: 10 })],
  },
  'bopDelete(key, bKey, args)': {
    gives: async ({ btree }) => [
      await btree.delete('b', 1n, { filter: filter }),
      await btree.delete('c', 1n, { drop: true }),
      await btree.count('c', 0n, 9n),
    ],
    value: [false, true, undefined],
    undefined: [({ btree }) => btree.delete('none', 1n)],
    false: [({ btree }) => btree.delete('b', 9n)],
  },
  'bopDelete(key, from, to, args)': {
    gives: async ({ btree }) => [
      await btree.deleteRange('b', 0n, 9n, { filter: filter, count: 1 }),
      await btree.count('b', 0n, 9n),
      await btree.deleteRange('b', 0n, 9n, { drop: true }),
      await btree.count('b', 0n, 9n),
    ],
    value: [true, 2, true, undefined],
    undefined: [({ btree }) => btree.deleteRange('none', 0n, 9n)],
    false: [({ btree }) => btree.deleteRange('b', 8n, 9n)],
  },
  'bopCount(key, from, to, eFlagFilter)': {
    gives: async ({ btree }) => [
      await btree.count('b', 0n, 9n, { filter: filter }),
      await btree.count('b', 0n, 9n),
      await btree.count('eb', 0n, 9n),
    ],
    value: [2, 3, 0],
    undefined: [({ btree }) => btree.count('none', 0n, 9n)],
  },
};
