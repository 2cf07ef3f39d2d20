import { type CallSamples, only } from './call-sample.ts';

export const adminSamples: CallSamples = {
  'flush()': {
    gives: async ({ admin, kv }) => [await only(admin.flush()), await kv.get('k')],
    value: [true, undefined],
  },
  'flush(delay)': {
    gives: async ({ admin, kv }) => [await only(admin.flush({ delay: 100 })), await kv.get('k')],
    value: [true, 'v'],
  },
  'flush(prefix)': {
    gives: async ({ admin, kv }) => [
      await only(admin.flushPrefix('p')),
      await kv.get('p:k'),
      await kv.get('k'),
      await only(admin.flushPrefix(null)),
      await kv.get('k'),
    ],
    value: [true, undefined, 'v', true, undefined],
    false: [({ admin }) => only(admin.flushPrefix('q'))],
  },
  'flush(prefix, delay)': {
    gives: async ({ admin, kv }) => [await only(admin.flushPrefix('p', { delay: 100 })), await kv.get('p:k')],
    value: [true, 'v'],
    false: [({ admin }) => only(admin.flushPrefix('q', { delay: 100 }))],
  },
  'stats()': {
    gives: async ({ admin }) => ((await only(admin.stats())) as Map<string, string>).get('curr_items'),
    value: '13',
  },
  'stats(arg)': {
    gives: async ({ admin }) => ((await only(admin.stats('settings'))) as Map<string, string>).has('maxconns'),
    value: true,
  },
  'versions()': {
    gives: ({ admin }) => only(admin.versions()),
    value: '1.15.0',
  },
  'admin getAttributes': {
    gives: async ({ admin }) => [
      await admin.getAttributes('l', ['type', 'count']),
      await admin.setAttributes('l', { expiretime: 60 }),
      await admin.getAttributes('none', ['type']),
      await admin.setAttributes('none', { expiretime: 60 }),
    ],
    value: [{ type: 'list', count: 3 }, true, undefined, false],
  },
};
