/** How the outcomes of a command are counted. `plain`: hits and misses; `element`: also hits of the item that miss the element; `create`, `merge`: successes only; `none`: calls only. */
export type Counting = 'plain' | 'element' | 'create' | 'merge' | 'none';

/** A command as the statistics know it. */
export interface Operation {
  readonly name: string;
  readonly counting: Counting;
  /** Its letters in `stats detail`; calls are counted under `<letters>s`, hits under `<letters>h`. */
  readonly letters?: string;
  /** Which word of the request is its key. */
  readonly keyWord?: number;
}

function collection(name: string, counting: Counting, letters?: string): Operation {
  return { name, counting, keyWord: 2, ...(letters === undefined ? {} : { letters }) };
}

const SET: Operation = { name: 'set', counting: 'none', letters: 'set', keyWord: 1 };

/** By the request's first word, or its first two for the collection families. `get` and its like are counted key by key. */
export const OPERATIONS: ReadonlyMap<string, Operation> = new Map<string, Operation>([
  ...['set', 'add', 'replace', 'append', 'prepend'].map((word): [string, Operation] => [word, SET]),
  ['cas', { name: 'cas', counting: 'plain', letters: 'set', keyWord: 1 }],
  ['incr', { name: 'incr', counting: 'plain', letters: 'inc', keyWord: 1 }],
  ['decr', { name: 'decr', counting: 'plain', letters: 'dec', keyWord: 1 }],
  ['delete', { name: 'delete', counting: 'plain', letters: 'del', keyWord: 1 }],
  ['flush_all', { name: 'flush', counting: 'none' }],
  ['flush_prefix', { name: 'flush_prefix', counting: 'none' }],
  ['lop create', collection('lop_create', 'create', 'lc')],
  ['lop insert', collection('lop_insert', 'plain', 'li')],
  ['lop delete', collection('lop_delete', 'element', 'ld')],
  ['lop get', collection('lop_get', 'element', 'lg')],
  ['sop create', collection('sop_create', 'create', 'sc')],
  ['sop insert', collection('sop_insert', 'plain', 'si')],
  ['sop delete', collection('sop_delete', 'element', 'sd')],
  ['sop get', collection('sop_get', 'element', 'sg')],
  ['sop exist', collection('sop_exist', 'plain', 'se')],
  ['mop create', collection('mop_create', 'create', 'mc')],
  ['mop insert', collection('mop_insert', 'plain', 'mi')],
  ['mop upsert', collection('mop_insert', 'plain', 'mi')],
  ['mop update', collection('mop_update', 'element', 'mu')],
  ['mop delete', collection('mop_delete', 'element', 'md')],
  ['mop get', collection('mop_get', 'element', 'mg')],
  ['bop create', collection('bop_create', 'create', 'bc')],
  ['bop insert', collection('bop_insert', 'plain', 'bi')],
  ['bop upsert', collection('bop_insert', 'plain', 'bi')],
  ['bop update', collection('bop_update', 'element', 'bu')],
  ['bop delete', collection('bop_delete', 'element', 'bd')],
  ['bop get', collection('bop_get', 'element', 'bg')],
  ['bop count', collection('bop_count', 'plain', 'bn')],
  ['bop position', collection('bop_position', 'element', 'pf')],
  ['bop pwg', collection('bop_pwg', 'element', 'pg')],
  ['bop gbp', collection('bop_gbp', 'element', 'gp')],
  ['bop mget', { name: 'bop_mget', counting: 'merge' }],
  ['bop smget', { name: 'bop_smget', counting: 'merge' }],
  ['bop incr', collection('bop_incr', 'element', 'bp')],
  ['bop decr', collection('bop_decr', 'element', 'bm')],
  ['getattr', { name: 'getattr', counting: 'plain', letters: 'ga', keyWord: 1 }],
  ['setattr', { name: 'setattr', counting: 'plain', letters: 'sa', keyWord: 1 }],
  ['touch', { name: 'setattr', counting: 'plain', letters: 'sa', keyWord: 1 }],
]);

/** What an operation counts besides its calls. */
export const OUTCOMES: Readonly<Record<Counting, readonly string[]>> = {
  plain: ['hits', 'misses'],
  element: ['elem_hits', 'none_hits', 'misses'],
  create: ['oks'],
  merge: ['oks'],
  none: [],
};
