import { ArcusArgumentError, type Command, encodeCommand } from 'timed-operation/arcus';
import { describe, expect, it } from 'vitest';
import { asLatin1, latin1 } from '../support/transcripts.ts';

const data = latin1('v');
const text = (command: Command): string => asLatin1(encodeCommand(command));

describe('encodeCommand', () => {
  it('leaves out what is not given, and spells defaults as the Java client does', () => {
    expect(text({ type: 'set', key: 'k', data })).toBe('set k 0 0 1\r\nv\r\n');
    expect(text({ type: 'lop insert', key: 'k', index: -1, data, create: {} })).toBe(
      'lop insert k -1 1 create 0 0 4000\r\nv\r\n',
    );
    expect(text({ type: 'bop create', key: 'k', overflowAction: 'error', unreadable: true })).toBe(
      'bop create k 0 0 4000 error unreadable\r\n',
    );
    expect(text({ type: 'incr', key: 'k', delta: 1n, create: { initial: 2n } })).toBe('incr k 1 0 0 2\r\n');
    expect(text({ type: 'bop get', key: 'k', bkey: 1n })).toBe('bop get k 1\r\n');
  });

  it('takes numbers to their limits', () => {
    const command = {
      type: 'set',
      key: 'k',
      data: new Uint8Array(0),
      flags: 4_294_967_295,
      exptime: Number.MAX_SAFE_INTEGER,
    } as const;
    expect(text(command)).toBe('set k 4294967295 9007199254740991 0\r\n\r\n');
    expect(text({ ...command, flags: 2_147_483_648, exptime: -1 })).toBe('set k 2147483648 -1 0\r\n\r\n');
    expect(text({ ...command, flags: -0, exptime: -0 })).toBe('set k 0 0 0\r\n\r\n');
    expect(text({ type: 'bop count', key: 'k', bkey: { from: 2n ** 64n - 1n, to: 0n } })).toBe(
      'bop count k 18446744073709551615..0\r\n',
    );
    expect(text({ type: 'lop get', key: 'k', index: { from: -2_147_483_648, to: 2_147_483_647 } })).toBe(
      'lop get k -2147483648..2147483647\r\n',
    );
  });

  it('counts the bytes of a list of names, not its characters', () => {
    expect(encodeCommand({ type: 'mget', keys: ['한글', 'a😀'] })).toEqual(
      new Uint8Array(Buffer.from('mget 12 2\r\n한글 a😀\r\n')),
    );
    expect(text({ type: 'mop get', key: 'k', fields: 'all' })).toBe('mop get k 0 0\r\n');
  });

  it('keeps the prefix `noreply` from being read as the keyword', () => {
    expect(text({ type: 'flush_prefix', prefix: 'noreply' })).toBe('flush_prefix noreply 0\r\n');
    expect(text({ type: 'flush_prefix', prefix: 'noreply', noreply: true })).toBe('flush_prefix noreply 0 noreply\r\n');
    expect(text({ type: 'flush_prefix', prefix: null })).toBe('flush_prefix <null>\r\n');
  });

  it('ends every command of a pipe but the last in the keyword', () => {
    const insert = { type: 'lop insert', key: 'k', index: 0, data } as const;
    const pipe = text({
      type: 'pipe',
      commands: [insert, { type: 'mop delete', key: 'm', fields: ['f'] }, insert],
    });
    expect(pipe).toBe('lop insert k 0 1 pipe\r\nv\r\nmop delete m 1 1 pipe\r\nf\r\nlop insert k 0 1\r\nv\r\n');
    expect(text({ type: 'pipe', commands: [insert] })).toBe(text(insert));
  });

  it('has the rest of the administration', () => {
    expect(text({ type: 'sasl auth', mechanism: 'PLAIN', data })).toBe('sasl auth PLAIN 1\r\nv\r\n');
    expect(text({ type: 'sasl auth', data })).toBe('sasl auth 1\r\nv\r\n');
    expect(text({ type: 'stats prefixlist', of: 'operation', prefixes: ['a', 'b'] })).toBe(
      'stats prefixlist operation a b\r\n',
    );
    expect(text({ type: 'scan prefix', cursor: '0', count: 2000, match: 'a\\**?' })).toBe(
      'scan prefix 0 count 2000 match a\\**?\r\n',
    );
    expect(text({ type: 'quit' })).toBe('quit\r\n');
  });
});

const hex = (count: number): Uint8Array => new Uint8Array(count);
const filter = { offset: 0, comparison: 'EQ', values: [hex(1)] } as const;
const get = { type: 'bop get', key: 'k', bkey: 1n } as const;
const insert = { type: 'bop insert', key: 'k', bkey: 1n, data } as const;
const mget = { type: 'bop mget', keys: ['a'], bkey: 1n, count: 1 } as const;
const smget = { ...mget, type: 'bop smget', mode: 'unique' } as const;

const refused: readonly (readonly [argument: string, rule: RegExp, command: unknown])[] = [
  ['type', /command of this protocol/, { type: 'shutdown' }],
  ['type', /command of this protocol/, { type: '__proto__' }],
  ['key', /1 to 16000 bytes/, { type: 'delete', key: '' }],
  ['key', /1 to 16000 bytes/, { type: 'delete', key: 'k'.repeat(16_001) }],
  ['key', /1 to 16000 bytes/, { type: 'delete', key: '한'.repeat(5_334) }],
  ['key', /blank, CR, LF or NUL/, { type: 'delete', key: 'a b' }],
  ['key', /blank, CR, LF or NUL/, { type: 'get', keys: ['ok', 'a\r\nflush_all'] }],
  ['key', /lone surrogates/, { type: 'delete', key: 'a\ud800b' }],
  ['key', /must be a string/, { type: 'delete', key: 5 }],
  ['keys', /1 to 10000 entries/, { type: 'mget', keys: [] }],
  ['keys', /1 to 10000 entries/, { type: 'mget', keys: Array(10_001).fill('k') }],
  ['keys[1]', /blank/, { type: 'mget', keys: ['a', 'b c'] }],
  ['keys', /array/, { type: 'get', keys: 'abc' }],
  ['flags', /0 to 4294967295/, { type: 'set', key: 'k', data, flags: 4_294_967_296 }],
  ['flags', /0 to 4294967295/, { type: 'set', key: 'k', data, flags: -1 }],
  ['flags', /integer/, { type: 'set', key: 'k', data, flags: '0 0 1\r\n' }],
  ['exptime', /integer/, { type: 'touch', key: 'k', exptime: Number.NaN }],
  ['exptime', /integer/, { type: 'touch', key: 'k', exptime: 1.5 }],
  ['data', /Uint8Array/, { type: 'set', key: 'k', data: 1 }],
  ['data', /at most 1048576/, { type: 'set', key: 'k', data: hex(1_048_577) }],
  ['data', /at most 32766/, { type: 'sop insert', key: 'k', data: hex(32_767) }],
  ['cas', /bigint/, { type: 'cas', key: 'k', data, cas: 1 }],
  ['delta', /bigint from 0/, { type: 'incr', key: 'k', delta: 2n ** 64n }],
  ['delta', /bigint from 1/, { type: 'bop incr', key: 'k', bkey: 1n, delta: 0n }],
  ['noreply', /boolean/, { type: 'delete', key: 'k', noreply: 'yes' }],
  ['index', /-2147483648 to 2147483647/, { type: 'lop get', key: 'k', index: 2 ** 31 }],
  ['index.to', /integer/, { type: 'lop get', key: 'k', index: { from: 0, to: '1 drop' } }],
  ['after', /delete, drop/, { type: 'lop get', key: 'k', index: 0, after: 'x' }],
  ['maxCount', /0 to 1000000/, { type: 'lop create', key: 'k', maxCount: -1 }],
  ['overflowAction', /head_trim/, { type: 'lop create', key: 'k', overflowAction: 'smallest_trim' }],
  ['create', /object/, { ...insert, create: true }],
  ['create', /object/, { type: 'incr', key: 'k', delta: 1n, create: null }],
  ['create', /object/, { type: 'bop decr', key: 'k', bkey: 1n, delta: 1n, create: 5n }],
  ['filter', /object/, { ...get, filter: null }],
  ['filter.bitwise', /object/, { ...get, filter: { ...filter, bitwise: null } }],
  ['command', /object/, null],
  ['command', /object/, 'flush_all'],
  ['count', /0 to 1000/, { type: 'sop get', key: 'k', count: 1001 }],
  ['field', /1 to 250 bytes/, { type: 'mop update', key: 'k', field: 'f'.repeat(251), data }],
  ['fields', /1 to/, { type: 'mop delete', key: 'k', fields: [] }],
  ['bkey', /bigint from 0 to 18446744073709551615 or a Uint8Array of 1 to 31 bytes/, { ...insert, bkey: 5 }],
  ['bkey', /bigint/, { ...insert, bkey: -1n }],
  ['bkey', /1 to 31 bytes/, { ...insert, bkey: hex(32) }],
  ['bkey', /1 to 31 bytes/, { ...insert, bkey: hex(0) }],
  ['bkey.to', /same kind/, { ...get, bkey: { from: 1n, to: hex(1) } }],
  ['eflag', /1 to 31 bytes/, { ...insert, eflag: hex(0) }],
  ['getTrimmed', /alone/, { ...insert, getTrimmed: true, noreply: true }],
  [
    'eflag',
    /within the 31 bytes/,
    { type: 'bop update', key: 'k', bkey: 1n, eflag: { offset: 30, operator: '&', value: hex(2) } },
  ],
  ['eflag', /'remove'/, { type: 'bop update', key: 'k', bkey: 1n, eflag: 'delete' }],
  ['filter.offset', /0 to 30/, { ...get, filter: { ...filter, offset: 31 } }],
  ['filter', /within the 31 bytes/, { ...get, filter: { ...filter, offset: 30, values: [hex(2)] } }],
  ['filter.comparison', /EQ, NE/, { ...get, filter: { ...filter, comparison: 'IN' } }],
  [
    'filter.values',
    /1 to 1 entries with LT/,
    { ...get, filter: { ...filter, comparison: 'LT', values: [hex(1), hex(1)] } },
  ],
  ['filter.values', /1 to 100/, { ...get, filter: { ...filter, values: Array(101).fill(hex(1)) } }],
  ['filter.values[1]', /1 bytes like/, { ...get, filter: { ...filter, values: [hex(1), hex(2)] } }],
  ['filter.values[0]', /2 bytes like/, { ...get, filter: { ...filter, bitwise: { operator: '&', value: hex(2) } } }],
  ['filter.bitwise.operator', /one of/, { ...get, filter: { ...filter, bitwise: { operator: '%', value: hex(1) } } }],
  ['count', /with an offset/, { ...get, offset: 1 }],
  ['keys', /1 to 200/, { ...mget, keys: Array(201).fill('k') }],
  ['count', /1 to 50/, { ...mget, count: 51 }],
  ['keys', /differ/, { ...smget, keys: ['a', 'a'] }],
  ['count', /1 to 1000/, { ...smget, offset: 1_000, count: 1_001 }],
  ['mode', /duplicate, unique/, { ...smget, mode: undefined }],
  ['order', /asc, desc/, { type: 'bop position', key: 'k', bkey: 1n, order: 'up' }],
  ['count', /0 to 100/, { type: 'bop pwg', key: 'k', bkey: 1n, order: 'asc', count: 101 }],
  ['position', /0 to 2147483647/, { type: 'bop gbp', key: 'k', order: 'asc', position: -1 }],
  ['position.to', /0 to 2147483647/, { type: 'bop gbp', key: 'k', order: 'asc', position: { from: 0, to: 2 ** 31 } }],
  ['commands', /1 to 500/, { type: 'pipe', commands: [] }],
  ['commands', /1 to 500/, { type: 'pipe', commands: Array(501).fill(insert) }],
  ['commands', /such as can be piped/, { type: 'pipe', commands: [{ type: 'get', keys: ['k'] }] }],
  ['commands', /must be an object/, { type: 'pipe', commands: [null] }],
  ['commands', /noreply or getTrimmed/, { type: 'pipe', commands: [{ ...insert, noreply: true }] }],
  ['names', /1 to 11/, { type: 'getattr', key: 'k', names: [] }],
  ['names', /one of/, { type: 'getattr', key: 'k', names: ['nosuch'] }],
  ['setattr', /at least one/, { type: 'setattr', key: 'k' }],
  ['readable', /true/, { type: 'setattr', key: 'k', readable: false }],
  ['prefix', /null/, { type: 'flush_prefix', prefix: '<null>' }],
  ['prefix', /1 to 250/, { type: 'flush_prefix', prefix: 'p'.repeat(251) }],
  ['delay', /0 to/, { type: 'flush_all', delay: -1 }],
  ['cursor', /digits/, { type: 'scan key', cursor: '0 count' }],
  ['match', /1 to 64/, { type: 'scan key', cursor: '0', match: 'a'.repeat(65) }],
  ['match', /4 `\*`/, { type: 'scan key', cursor: '0', match: '*****' }],
  ['match', /\\ only before/, { type: 'scan key', cursor: '0', match: 'a\\b' }],
  ['count', /1 to 2000/, { type: 'scan key', cursor: '0', count: 0 }],
  ['prefixes', /1 to 25/, { type: 'stats prefixlist', of: 'item', prefixes: Array(26).fill('p') }],
  ['topic', /one of/, { type: 'stats', topic: 'nosuch' }],
  ['value', /blank/, { type: 'config', name: 'verbosity', value: '1 2' }],
];

describe('an argument that breaks a rule', () => {
  it.each(refused)('is refused by name and rule: %s, %s', (argument, rule, command) => {
    const error = errorOf(() => encodeCommand(command as Command));
    expect(error).toBeInstanceOf(ArcusArgumentError);
    expect(error).toMatchObject({ code: 'ERR_ARCUS_ARGUMENT', argument });
    expect((error as Error).message).toMatch(rule);
    expect((error as Error).message.length).toBeLessThan(300);
  });
});

function errorOf(work: () => unknown): unknown {
  try {
    return work();
  } catch (error) {
    return error;
  }
}
