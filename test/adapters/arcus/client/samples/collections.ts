import type { CallSamples } from './call-sample.ts';

export const listSamples: CallSamples = {
  'lopCreate(key, type, attributes)': {
    gives: ({ list }) => list.create('none', 'x', { maxCount: 10, exptime: 60, overflowAction: 'error' }),
    value: true,
    false: [({ list }) => list.create('l', 'x')],
  },
  'lopInsert(key, index, value)': {
    gives: async ({ list }) => [await list.insert('l', 1, 'x'), await list.getRange('l', 0, -1)],
    value: [true, ['a', 'x', 'b', 'c']],
    undefined: [({ list }) => list.insert('none', 0, 'x')],
  },
  'lopInsert(key, index, value, attributes)': {
    gives: ({ list }) => list.insert('none', 0, 'x', { create: { maxCount: 10 } }),
    value: true,
  },
  'lopGet(key, index, args)': {
    gives: async ({ list }) => [await list.get('l', 1, { after: 'delete' }), await list.get('l', 1)],
    value: ['b', 'c'],
    undefined: [({ list }) => list.get('none', 0), ({ list }) => list.get('l', 9)],
  },
  'lopGet(key, from, to, args)': {
    gives: async ({ list }) => [
      await list.getRange('l', 2, 1, { after: 'delete' }),
      await list.getRange('l', 0, -1),
      await list.getRange('l', 7, 9),
    ],
    value: [['c', 'b'], ['a'], []],
    undefined: [({ list }) => list.getRange('none', 0, -1)],
  },
  'lopDelete(key, index, dropIfEmpty)': {
    gives: ({ list }) => list.delete('l', 0, { drop: true }),
    value: true,
    undefined: [({ list }) => list.delete('none', 0)],
    false: [({ list }) => list.delete('l', 9)],
  },
  'lopDelete(key, from, to, dropIfEmpty)': {
    gives: async ({ list }) => [await list.deleteRange('l', 0, -1, { drop: true }), await list.getRange('l', 0, -1)],
    value: [true, undefined],
    undefined: [({ list }) => list.deleteRange('none', 0, -1)],
    false: [({ list }) => list.deleteRange('l', 7, 9)],
  },
};

export const setSamples: CallSamples = {
  'sopCreate(key, type, attributes)': {
    gives: ({ set }) => set.create('none', 'x', { maxCount: 10, exptime: 60, overflowAction: 'error' }),
    value: true,
    false: [({ set }) => set.create('s', 'x')],
  },
  'sopInsert(key, value)': {
    gives: ({ set }) => set.insert('s', 'x'),
    value: true,
    undefined: [({ set }) => set.insert('none', 'x')],
    false: [({ set }) => set.insert('s', 'a')],
  },
  'sopInsert(key, value, attributes)': {
    gives: ({ set }) => set.insert('none', 'x', { create: { maxCount: 10 } }),
    value: true,
    false: [({ set }) => set.insert('s', 'a', { create: {} })],
  },
  'sopExist(key, value)': {
    gives: ({ set }) => set.has('s', 'a'),
    value: true,
    undefined: [({ set }) => set.has('none', 'a')],
    false: [({ set }) => set.has('s', 'x')],
  },
  'sopGet(key, count, args)': {
    gives: async ({ set }) => [
      (await set.get('s', { count: 1, after: 'delete' }))?.size,
      (await set.get('s'))?.size,
      await set.get('es'),
    ],
    value: [1, 1, new Set()],
    undefined: [({ set }) => set.get('none')],
  },
  'sopDelete(key, value, dropIfEmpty)': {
    gives: async ({ set }) => [
      await set.delete('s', 'a'),
      await set.delete('s', 'b', { drop: true }),
      await set.get('s'),
    ],
    value: [true, true, undefined],
    undefined: [({ set }) => set.delete('none', 'a')],
    false: [({ set }) => set.delete('s', 'x')],
  },
};

const all = new Map([
  ['f', 'of f'],
  ['g', 'of g'],
]);

export const mapSamples: CallSamples = {
  'mopCreate(key, type, attributes)': {
    gives: ({ map }) => map.create('none', 'x', { maxCount: 10, exptime: 60, overflowAction: 'error' }),
    value: true,
    false: [({ map }) => map.create('m', 'x')],
  },
  'mopInsert(key, mKey, value)': {
    gives: ({ map }) => map.insert('m', 'h', 'x'),
    value: true,
    undefined: [({ map }) => map.insert('none', 'h', 'x')],
    false: [({ map }) => map.insert('m', 'f', 'x')],
  },
  'mopInsert(key, mKey, value, attributes)': {
    gives: ({ map }) => map.insert('none', 'h', 'x', { create: { maxCount: 10 } }),
    value: true,
    false: [({ map }) => map.insert('m', 'f', 'x', { create: {} })],
  },
  'mopUpsert(key, mKey, value)': {
    gives: async ({ map }) => [
      await map.upsert('m', 'f', 'x'),
      await map.upsert('m', 'h', 'y'),
      await map.get('m', 'f'),
    ],
    value: [true, true, 'x'],
    undefined: [({ map }) => map.upsert('none', 'f', 'x')],
  },
  'mopUpsert(key, mKey, value, attributes)': {
    gives: ({ map }) => map.upsert('none', 'f', 'x', { create: { maxCount: 10 } }),
    value: true,
  },
  'mopUpdate(key, mKey, value)': {
    gives: async ({ map }) => [await map.update('m', 'f', 'x'), await map.get('m', 'f')],
    value: [true, 'x'],
    undefined: [({ map }) => map.update('none', 'f', 'x')],
    false: [({ map }) => map.update('m', 'h', 'x')],
  },
  'mopGet(key, args)': {
    gives: async ({ map }) => [
      await map.getMany('m', 'all', { after: 'delete' }),
      await map.getMany('m', 'all'),
      await map.getMany('em', 'all'),
    ],
    value: [all, new Map(), new Map()],
    undefined: [({ map }) => map.getMany('none', 'all')],
  },
  'mopGet(key, mKey, args)': {
    gives: async ({ map }) => [await map.get('m', 'f', { after: 'delete' }), await map.get('m', 'f')],
    value: ['of f', undefined],
    undefined: [({ map }) => map.get('none', 'f'), ({ map }) => map.get('m', 'h')],
  },
  'mopGet(key, mKeys, args)': {
    gives: async ({ map }) => [await map.getMany('m', ['g', 'h'], { after: 'delete' }), await map.getMany('m', 'all')],
    value: [new Map([['g', 'of g']]), new Map([['f', 'of f']])],
    undefined: [({ map }) => map.getMany('none', ['f', 'g'])],
  },
  'mopDelete(key, dropIfEmpty)': {
    gives: async ({ map }) => [await map.deleteAll('m', { drop: true }), await map.getMany('m', 'all')],
    value: [true, undefined],
    undefined: [({ map }) => map.deleteAll('none')],
    false: [({ map }) => map.deleteAll('em')],
  },
  'mopDelete(key, mKey, dropIfEmpty)': {
    gives: async ({ map }) => [
      await map.delete('m', 'f'),
      await map.delete('m', 'g', { drop: true }),
      await map.getMany('m', 'all'),
    ],
    value: [true, true, undefined],
    undefined: [({ map }) => map.delete('none', 'f')],
    false: [({ map }) => map.delete('m', 'h')],
  },
  'mopDelete(key, mKeys, dropIfEmpty)': {
    gives: async ({ map }) => [await map.delete('m', ['f', 'g', 'h'], { drop: true }), await map.getMany('m', 'all')],
    value: [true, undefined],
    undefined: [({ map }) => map.delete('none', ['f', 'g'])],
    false: [({ map }) => map.delete('m', ['h', 'i'])],
  },
};
