import type { Command } from 'timed-operation/arcus';
import { type RequestWords, toBkey } from './request-words.ts';

// Unchecked on purpose: what comes out is a command by construction, or is refused by the encoder under test.
type Loose = Record<string, unknown>;

/** The call that a header (and its block) was made from. Throws when it is no request that our types can express. */
export function parseCommand(words: RequestWords, block: string | undefined): Command {
  const first = words.take();
  const type = /^[lsmb]op$|^scan$|^sasl$/.test(first) ? `${first} ${words.take()}` : first;
  const data = block === undefined ? {} : { data: new Uint8Array(Buffer.from(block, 'latin1')) };
  const command = { type, ...parseRest(type, words, data, block) };
  if (words.has('noreply')) Object.assign(command, { noreply: true });
  if (!words.end) throw new Error(`words left: ${words.left}`);
  return command as unknown as Command;
}

function parseRest(type: string, words: RequestWords, data: Loose, block: string | undefined): Loose {
  switch (type) {
    case 'set':
    case 'add':
    case 'replace':
    case 'append':
    case 'prepend':
    case 'cas': {
      const store = { key: words.take(), flags: words.int(), exptime: words.int(), ...size(words, data) };
      return type === 'cas' ? { ...store, cas: words.big() } : store;
    }
    case 'get':
    case 'gets': {
      if (words.end) throw new Error('no names');
      return { keys: words.all() };
    }
    case 'mget':
    case 'mgets':
      return { keys: someNames(words, block) };
    case 'incr':
    case 'decr': {
      const counter = { key: words.take(), delta: words.big() };
      if (!words.peek(/^\d+$/)) return counter;
      return { ...counter, create: { flags: words.int(), exptime: words.int(), initial: words.big() } };
    }
    case 'delete':
      return { key: words.take() };
    case 'touch':
      return { key: words.take(), exptime: words.int() };
    case 'lop create':
    case 'sop create':
    case 'mop create':
    case 'bop create':
      return { key: words.take(), ...creation(words) };
    case 'lop insert':
      return { key: words.take(), index: words.int(), ...size(words, data), ...createClause(words) };
    case 'lop delete':
      return { key: words.take(), index: words.numberOrRange(), ...drop(words) };
    case 'lop get':
      return { key: words.take(), index: words.numberOrRange(), ...after(words) };
    case 'sop insert':
      return { key: words.take(), ...size(words, data), ...createClause(words) };
    case 'sop delete':
      return { key: words.take(), ...size(words, data), ...drop(words) };
    case 'sop exist':
      return { key: words.take(), ...size(words, data) };
    case 'sop get':
      return { key: words.take(), count: words.int(), ...after(words) };
    case 'mop insert':
    case 'mop upsert':
    case 'mop update':
      return { key: words.take(), field: words.take(), ...size(words, data), ...createClause(words) };
    case 'mop delete':
      return { key: words.take(), fields: names(words, block) ?? 'all', ...drop(words) };
    case 'mop get':
      return { key: words.take(), fields: names(words, block) ?? 'all', ...after(words) };
    case 'bop insert':
    case 'bop upsert': {
      const head = { key: words.take(), bkey: words.bkey(), ...eflag(words), ...size(words, data) };
      return { ...head, ...createClause(words), ...(words.has('getrim') && { getTrimmed: true }) };
    }
    case 'bop update':
      return { key: words.take(), bkey: words.bkey(), ...eflagUpdate(words), ...size(words, data) };
    case 'bop delete': {
      const range = { key: words.take(), bkey: words.bkeyOrRange(), ...words.filter() };
      return { ...range, ...(words.peek(/^\d+$/) && { count: words.int() }), ...drop(words) };
    }
    case 'bop incr':
    case 'bop decr': {
      const counter = { key: words.take(), bkey: words.bkey(), delta: words.big() };
      if (!words.peek(/^\d+$/)) return counter;
      return { ...counter, create: { initial: words.big(), ...eflag(words) } };
    }
    case 'bop get':
      return {
        key: words.take(),
        bkey: words.bkeyOrRange(),
        ...words.filter(),
        ...window(words),
        ...after(words),
      };
    case 'bop count':
      return { key: words.take(), bkey: words.bkeyOrRange(), ...words.filter() };
    case 'bop position':
      return { key: words.take(), bkey: words.bkey(), order: words.take() };
    case 'bop gbp':
      return { key: words.take(), order: words.take(), position: words.numberOrRange() };
    case 'bop pwg': {
      const pwg = { key: words.take(), bkey: words.bkey(), order: words.take() };
      return words.end ? pwg : { ...pwg, count: words.int() };
    }
    case 'bop mget':
      return {
        keys: someNames(words, block),
        bkey: words.bkeyOrRange(),
        ...words.filter(),
        ...window(words),
      };
    case 'bop smget': {
      const merge = {
        keys: names(words, block),
        bkey: words.bkeyOrRange(),
        ...words.filter(),
        ...window(words),
      };
      return words.end ? merge : { ...merge, mode: words.take() };
    }
    case 'getattr': {
      const key = words.take();
      return words.end ? { key } : { key, names: words.all() };
    }
    case 'setattr': {
      const assignments: Loose = { key: words.take() };
      while (!words.end) Object.assign(assignments, assignment(words.take()));
      return assignments;
    }
    case 'flush_all':
      return words.peek(/^-?\d+$/) ? { delay: words.int() } : {};
    case 'flush_prefix': {
      const prefix = words.take();
      return {
        prefix: prefix === '<null>' ? null : prefix,
        ...(words.peek(/^\d/) && { delay: words.int() }),
      };
    }
    case 'stats':
      return stats(words);
    case 'config':
      return { name: words.take(), ...(!words.end && { value: words.take() }) };
    case 'scan key':
    case 'scan prefix': {
      const scan = { cursor: words.take(), ...(words.has('count') && { count: words.int() }) };
      const match = words.has('match') && { match: words.take() };
      return { ...scan, ...match, ...(words.has('type') && { itemType: words.take() }) };
    }
    case 'sasl auth':
      return words.left === 1 ? size(words, data) : { mechanism: words.take(), ...size(words, data) };
    case 'scrub':
      return words.has('stale') ? { stale: true } : {};
    case 'version':
    case 'ready':
    case 'quit':
    case 'sasl mech':
      return {};
    default:
      throw new Error(`no command of ours: ${type}`);
  }
}

function size(words: RequestWords, data: Loose): Loose {
  if (words.has('-1')) return {};
  words.int();
  return data;
}

function names(words: RequestWords, block: string | undefined): string[] | undefined {
  words.int();
  const count = words.int();
  if (block === undefined) return undefined;
  // As the server does it: by blanks, and if that gives another number, by commas.
  const byBlanks = block.split(' ');
  const found = (byBlanks.length === count ? byBlanks : block.split(',')).map((name) =>
    Buffer.from(name, 'latin1').toString('utf8'),
  );
  if (found.length !== count) throw new Error('announced another number of names');
  return found;
}

function someNames(words: RequestWords, block: string | undefined): string[] {
  const found = names(words, block);
  if (found === undefined) throw new Error('no names');
  return found;
}

function creation(words: RequestWords): Loose {
  const attributes = { flags: words.int(), exptime: words.int(), maxCount: words.int() };
  const overflow = words.peek(/_trim$|^error$/) && { overflowAction: words.take() };
  return { ...attributes, ...overflow, ...(words.has('unreadable') && { unreadable: true }) };
}

function createClause(words: RequestWords): Loose {
  return words.has('create') ? { create: creation(words) } : {};
}

function eflag(words: RequestWords): Loose {
  return words.peek(/^0x/) ? { eflag: words.hex() } : {};
}

function eflagUpdate(words: RequestWords): Loose {
  if (words.isLast('-1') || words.isLast() || words.peek(/^0x/)) return eflag(words);
  const offset = words.int();
  const operator = words.oneOf('&', '|', '^');
  return { eflag: operator === undefined ? 'remove' : { offset, operator, value: words.hex() } };
}

function window(words: RequestWords): Loose {
  if (!words.peek(/^\d+$/)) return {};
  const first = words.int();
  return words.peek(/^\d+$/) ? { offset: first, count: words.int() } : { count: first };
}

function drop(words: RequestWords): Loose {
  return words.has('drop') ? { drop: true } : {};
}

function after(words: RequestWords): Loose {
  const action = words.oneOf('delete', 'drop');
  return action === undefined ? {} : { after: action };
}

function assignment(word: string): Loose {
  const [name = '', value = ''] = word.split('=');
  if (name === 'readable') return { readable: value === 'on' };
  if (name === 'overflowaction') return { overflowaction: value };
  return { [name]: name === 'maxbkeyrange' ? toBkey(value) : Number(value) };
}

function stats(words: RequestWords): Loose {
  if (words.end) return {};
  const topic = words.take();
  if (topic === 'cachedump') return { type: 'stats cachedump', slabClass: words.int(), limit: words.int() };
  if (topic === 'prefixlist') {
    const list = { type: 'stats prefixlist', of: words.take() };
    return words.end ? list : { ...list, prefixes: words.all() };
  }
  return { topic: topic === 'detail' ? `detail ${words.take()}` : topic };
}
