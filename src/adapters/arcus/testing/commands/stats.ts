import { cInteger } from '../c-integer.ts';
import type { Command, CommandContext } from '../session/command.ts';
import { Reply } from '../session/reply.ts';
import { BAD_FORMAT, body, type Step, status } from '../session/step.ts';
import { counterNames } from '../stats/server-stats.ts';
import type { PrefixEntry } from '../store/prefix-table.ts';
import { STICKY } from '../store/store-time.ts';
import { dateDigits } from './date-digits.ts';

/** Letters of `stats detail`, in its order. */
const DETAIL =
  'get hit set del inc dec lcs lis lih lds ldh lgs lgh scs sis sih sds sdh sgs sgh ses seh mcs mis mih mus muh mds mdh mgs mgh bcs bis bih bus buh bds bdh bps bph bms bmh bgs bgh bns bnh pfs pfh pgs pgh gps gph gas sas';

/** `stats` and its subcommands. What only a real process has (memory classes, threads) is left out. */
export const statsCommand: Command = (words, context) => {
  const [, name] = words;
  const subcommand = name === undefined ? general : Object.hasOwn(SUBCOMMANDS, name) ? SUBCOMMANDS[name] : undefined;
  return subcommand?.(words, context) ?? status('ERROR no matching stat');
};

type Subcommand = (words: readonly string[], context: CommandContext) => Step | undefined;

const general: Subcommand = (_words, { store, stats, settings }) =>
  statLines({
    uptime: store.time.now(),
    time: store.time.unix(),
    version: settings.version,
    curr_connections: stats.connections,
    ...Object.fromEntries(counterNames().map((name) => [name, stats.count(name)])),
    limit_maxbytes: store.limits.memoryLimit,
    limit_maxconns: settings.maxConnections,
    sticky_bytes: store.space.sticky,
    sticky_limit: store.limits.stickyLimit,
    curr_items: store.size,
    bytes: store.space.used,
    evictions: store.evictions,
  });

const SUBCOMMANDS: Readonly<Record<string, Subcommand>> = {
  reset: (_words, { stats }) => {
    stats.reset();
    return status('RESET');
  },
  detail: (words, { stats, settings }) => {
    const word = words.length === 3 ? words[2] : undefined;
    if (word === 'dump') {
      const counted = [...stats.prefixes().keys()];
      return counted.length > settings.maxStatsPrefixes ? TOO_MANY : operationLines(counted, stats.prefixes());
    }
    if (word !== 'on' && word !== 'off') return status('CLIENT_ERROR usage: stats detail on|off|dump');
    stats.detail = word === 'on';
    return status('OK');
  },
  settings: (_words, { store: { limits }, settings, stats }) =>
    statLines({
      maxbytes: limits.memoryLimit,
      maxconns: settings.maxConnections,
      sticky_limit: limits.stickyLimit,
      verbosity: settings.verbosity,
      evictions: 'on',
      stat_key_prefix: ':',
      detail_enabled: stats.detail ? 'yes' : 'no',
      cas_enabled: 'yes',
      item_size_max: 1024 * 1024,
      max_list_size: limits.maxListSize,
      max_set_size: limits.maxSetSize,
      max_map_size: limits.maxMapSize,
      max_btree_size: limits.maxBtreeSize,
      max_element_bytes: limits.maxElementBytes,
      scrub_count: settings.scrubCount,
      max_stats_prefixes: settings.maxStatsPrefixes,
      topkeys: 0,
    }),
  items: (_words, { store }) =>
    statLines({
      'items:0:number': store.size,
      'items:0:sticky': store.all().filter((item) => item.expireAt === STICKY).length,
      'items:0:evicted': store.evictions,
    }),
  slabs: (_words, { store }) => statLines({ memory_limit: store.limits.memoryLimit, total_malloced: store.space.used }),
  prefixes: (words, { store, settings }) => {
    if (words.length !== 2) return status('CLIENT_ERROR usage: stats prefixes');
    const used = store.prefixes.used();
    return used.length > settings.maxStatsPrefixes ? TOO_MANY : itemLines(used);
  },
  prefixlist: prefixList,
  cachedump: cacheDump,
  scrub: () => statLines({ 'scrubber:status': 'stopped' }),
  dump: () => statLines({ 'dumper:status': 'stopped', 'dumper:success': 'false' }),
  topkeys: () => status('NOT_SUPPORTED'),
};

const TOO_MANY = status('CLIENT_ERROR invalid: too many prefixes');

/** `stats prefixlist item|operation [<prefix>...]` */
function prefixList(words: readonly string[], { store, stats, settings }: CommandContext): Step {
  const [, , kind, ...names] = words;
  if (kind === undefined) return status('CLIENT_ERROR subcommand(item|operation) is required');
  if (kind !== 'item' && kind !== 'operation') return BAD_FORMAT;
  const prefixes = names.map((name) => (name === '<null>' ? '' : name));
  const wanted = (name: string): boolean => prefixes.length === 0 || prefixes.includes(name);
  const used = store.prefixes.used().filter((entry) => wanted(entry.name));
  const counted = [...stats.prefixes().keys()].filter(wanted);
  if ((names.length || (kind === 'item' ? used : counted).length) > settings.maxStatsPrefixes) return TOO_MANY;
  return kind === 'item' ? itemLines(used) : operationLines(counted, stats.prefixes());
}

/** `stats cachedump <class> <limit> [forward|backward [sticky]]`: the items of one memory class; here they are all in class 0. */
function cacheDump(words: readonly string[], { store }: CommandContext): Step {
  const [, , classWord = '', limitWord = '', direction = 'forward', sticky] = words;
  const memoryClass = cInteger.u32(classWord);
  const limit = cInteger.u32(limitWord);
  const known = (direction === 'forward' || direction === 'backward') && (sticky === undefined || sticky === 'sticky');
  if (memoryClass === undefined || limit === undefined || !known || words.length > 6) return BAD_FORMAT;
  if (memoryClass > 200) return status('CLIENT_ERROR Illegal slab id');
  const items = store
    .all()
    .filter((item) => (item.expireAt === STICKY) === (sticky !== undefined) && memoryClass === 0);
  if (direction === 'forward') items.reverse();
  const reply = new Reply();
  for (const item of items.slice(0, Math.min(limit || 50, 200))) {
    reply.line(`ITEM ${item.key} [acctime=${item.storedAt}, exptime=${item.expireAt}]`);
  }
  return body(reply.line(`END [curtime=${store.time.now()}]`));
}

function statLines(stats: Readonly<Record<string, string | number>>): Step {
  const reply = new Reply();
  for (const [name, value] of Object.entries(stats)) reply.line(`STAT ${name} ${value}`);
  return body(reply.line('END'));
}

function itemLines(entries: readonly PrefixEntry[]): Step {
  const reply = new Reply();
  for (const { name, items, counts, space, bytes, createdAt } of entries) {
    const numbers = `itm ${items} kitm ${counts.kv} litm ${counts.list} sitm ${counts.set} mitm ${counts.map} bitm ${counts.btree}`;
    const sizes = `tsz ${space} ktsz ${bytes.kv} ltsz ${bytes.list} stsz ${bytes.set} mtsz ${bytes.map} btsz ${bytes.btree}`;
    reply.line(`PREFIX ${name || '<null>'} ${numbers} ${sizes} time ${dateDigits(createdAt)}`);
  }
  return body(reply.line('END'));
}

function operationLines(names: readonly string[], counts: ReadonlyMap<string, ReadonlyMap<string, number>>): Step {
  const reply = new Reply();
  for (const name of names) {
    const numbers = DETAIL.split(' ').map((letters) => `${letters} ${counts.get(name)?.get(letters) ?? 0}`);
    reply.line(`PREFIX ${name || '<null>'} ${numbers.join(' ')}`);
  }
  return body(reply.line('END'));
}
