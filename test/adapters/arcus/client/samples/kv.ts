import { type CallSamples, outcomes } from './call-sample.ts';

const one = new Map([['k', 'x']]);
const both = new Map([
  ['k', 'x'],
  ['none', 'y'],
]);

export const kvSamples: CallSamples = {
  'set(key, exp, value)': {
    gives: async ({ kv }) => [await kv.set('k', 'x', { exptime: 60 }), await kv.get('k')],
    value: [true, 'x'],
    false: [
      ({ kv }, server) => {
        // No server of today says that to a set.
        server.inject({ kind: 'line', text: 'NOT_STORED' }, { command: 'set', times: 1 });
        return kv.set('k', 'x');
      },
    ],
  },
  'add(key, exp, value)': {
    gives: ({ kv }) => kv.add('none', 'x', { exptime: 60 }),
    value: true,
    false: [({ kv }) => kv.add('k', 'x')],
  },
  'replace(key, exp, value)': {
    gives: ({ kv }) => kv.replace('k', 'x', { exptime: 60 }),
    value: true,
    false: [({ kv }) => kv.replace('none', 'x')],
  },
  'cas(key, exp, value, casId)': {
    gives: async ({ kv }) => kv.cas('k', 'x', (await kv.gets('k'))?.cas as bigint, { exptime: 60 }),
    value: true,
    false: [({ kv }) => kv.cas('k', 'x', 1_000_000n), ({ kv }) => kv.cas('none', 'x', 1n)],
  },
  'append(key, value)': {
    gives: async ({ kv }) => [await kv.append('k', 'x'), await kv.get('k')],
    value: [true, 'vx'],
    false: [({ kv }) => kv.append('none', 'x')],
  },
  'prepend(key, value)': {
    gives: async ({ kv }) => [await kv.prepend('k', 'x'), await kv.get('k')],
    value: [true, 'xv'],
    false: [({ kv }) => kv.prepend('none', 'x')],
  },
  'multiSet(items, exp)': {
    gives: ({ kv }) => outcomes(kv.setMany(both, { exptime: 60 })),
    value: [
      ['k', true],
      ['none', true],
    ],
  },
  'multiAdd(items, exp)': {
    gives: ({ kv }) => outcomes(kv.addMany(both, { exptime: 60 })),
    value: [
      ['k', false],
      ['none', true],
    ],
  },
  'multiReplace(items, exp)': {
    gives: ({ kv }) => outcomes(kv.replaceMany(both, { exptime: 60 })),
    value: [
      ['k', true],
      ['none', false],
    ],
  },
  'get(key)': {
    gives: ({ kv }) => kv.get('k'),
    value: 'v',
    undefined: [({ kv }) => kv.get('none')],
  },
  'gets(key)': {
    gives: async ({ kv }) => {
      const found = await kv.gets('k');
      return [found?.value, typeof found?.cas];
    },
    value: ['v', 'bigint'],
    undefined: [({ kv }) => kv.gets('none')],
  },
  'multiGet(keys)': {
    gives: ({ kv }) => outcomes(kv.getMany(['none', 'k'])),
    value: [
      ['none', undefined],
      ['k', 'v'],
    ],
  },
  'multiGets(keys)': {
    gives: async ({ kv }) => {
      const { cas } = (await kv.gets('k')) as { cas: bigint };
      const found = await outcomes(kv.getsMany(['none', 'k']));
      return [found[0], found[1], cas].map((each) =>
        JSON.stringify(each, (_, value) => (typeof value === 'bigint' ? 'cas' : value)),
      );
    },
    value: ['["none",null]', '["k",{"value":"v","cas":"cas"}]', '"cas"'],
  },
  'incr(key, delta)': {
    gives: async ({ kv }) => [await kv.incr('n', 2), await kv.incr('n', 2n)],
    value: [7n, 9n],
    undefined: [({ kv }) => kv.incr('none', 2)],
  },
  'incr(key, delta, initial, exp)': {
    gives: async ({ kv }) => [
      await kv.incr('none', 2, { initial: 10, exptime: 60 }),
      await kv.incr('none', 2, { initial: 10, exptime: 60 }),
    ],
    value: [10n, 12n],
  },
  'decr(key, delta)': {
    gives: async ({ kv }) => [await kv.decr('n', 2), await kv.decr('n', 9n)],
    value: [3n, 0n],
    undefined: [({ kv }) => kv.decr('none', 2)],
  },
  'decr(key, delta, initial, exp)': {
    gives: async ({ kv }) => [
      await kv.decr('none', 2, { initial: 10, exptime: 60 }),
      await kv.decr('none', 2, { initial: 10, exptime: 60 }),
    ],
    value: [10n, 8n],
  },
  'delete(key)': {
    gives: ({ kv }) => kv.delete('k'),
    value: true,
    false: [({ kv }) => kv.delete('none')],
  },
  'multiDelete(keys)': {
    gives: ({ kv }) => outcomes(kv.deleteMany(['k', 'none'])),
    value: [
      ['k', true],
      ['none', false],
    ],
  },
  'kv touch': {
    gives: ({ kv }) => kv.touch('k', 60),
    value: true,
    false: [({ kv }) => kv.touch('none', 60)],
  },
};

export const pipeSamples: CallSamples = {
  pipe: {
    gives: async (client) => {
      const batch = client
        .pipe()
        .listInsert('l', -1, one.get('k') as string)
        .mapUpsert('m', 'f', 'x')
        .setInsert('none', 'x');
      return (await batch.execute()).map((part) => (part.outcome === 'fulfilled' ? part.value : part.outcome));
    },
    value: [true, true, undefined],
  },
};
