import { cInteger } from '../c-integer.ts';
import type { Command, CommandContext } from '../session/command.ts';
import { Reply } from '../session/reply.ts';
import { BAD_FORMAT, body, type Step, status } from '../session/step.ts';
import { addDelta } from './add-delta.ts';
import { getAttributes, setAttributes, touchItem } from './attributes.ts';
import { btreeCommands } from './btree-commands.ts';
import { configCommand } from './config.ts';
import { deleteItem } from './delete-item.ts';
import { flushAll, flushPrefix } from './flush.ts';
import { getListedValues, getValues } from './get-values.ts';
import { listCommands } from './list-commands.ts';
import { mapCommands } from './map-commands.ts';
import { scanCommand } from './scan.ts';
import { setCommands } from './set-commands.ts';
import { statsCommand } from './stats.ts';
import { storeValue } from './store-value.ts';

/** Most words a line is split into; commands that the server does not know may not have as many. */
const MOST_WORDS = 29;

interface Entry {
  /** Numbers of words, its own name included, with which it is this command. */
  readonly words: (count: number) => boolean;
  readonly run: Command;
}

/** Finds the command of a request line by its first word and the number of words, and starts it. */
export function dispatch(words: readonly string[], context: CommandContext): Step {
  const entry = COMMANDS.get(words[0] ?? '');
  return entry?.words(words.length) ? entry.run(words, context) : unknown(words, context);
}

/** The commands whose text no client can rely on (help, logs, dumps) and the one that would stop the server. */
const NOT_SUPPORTED = status('NOT_SUPPORTED');

const shutdown: Command = ([, word = '2']) => {
  const delay = cInteger.i32(word);
  if (delay === undefined) return BAD_FORMAT;
  return delay < 0 || delay > 600 ? status('CLIENT_ERROR invalid arguments') : NOT_SUPPORTED;
};

const COMMANDS: ReadonlyMap<string, Entry> = new Map<string, Entry>([
  ['get', { words: atLeast(2), run: getValues }],
  ['gets', { words: atLeast(2), run: getValues }],
  ['mget', { words: between(3, 3), run: getListedValues }],
  ['mgets', { words: between(3, 3), run: getListedValues }],
  ...['set', 'add', 'replace', 'append', 'prepend'].map((name): [string, Entry] => [
    name,
    { words: between(5, 6), run: storeValue },
  ]),
  ['cas', { words: between(6, 7), run: storeValue }],
  ['incr', { words: (count) => between(3, 4)(count) || between(6, 7)(count), run: addDelta }],
  ['decr', { words: (count) => between(3, 4)(count) || between(6, 7)(count), run: addDelta }],
  ['delete', { words: between(2, 4), run: deleteItem }],
  ['touch', { words: between(3, 4), run: touchItem }],
  ['lop', { words: between(4, 12), run: listCommands }],
  ['sop', { words: between(4, 11), run: setCommands }],
  ['mop', { words: between(5, 12), run: mapCommands }],
  ['bop', { words: between(4, 13), run: btreeCommands }],
  ['getattr', { words: between(2, 13), run: getAttributes }],
  ['setattr', { words: between(3, 7), run: setAttributes }],
  ['stats', { words: atLeast(1), run: statsCommand }],
  ['flush_all', { words: between(1, 3), run: flushAll }],
  ['flush_prefix', { words: between(2, 4), run: flushPrefix }],
  ['config', { words: atLeast(2), run: configCommand }],
  ['version', { words: between(1, 1), run: (_words, { settings }) => status(`VERSION ${settings.version}`) }],
  ['ready', { words: between(1, 1), run: () => status('READY') }],
  ['quit', { words: between(1, 1), run: () => ({ kind: 'close' }) }],
  ['scan', { words: atLeast(3), run: scanCommand }],
  ['shutdown', { words: atLeast(1), run: shutdown }],
  ...['help', 'cmdlog', 'lqdetect'].map((name): [string, Entry] => [
    name,
    { words: atLeast(1), run: () => NOT_SUPPORTED },
  ]),
  ['dump', { words: atLeast(2), run: () => NOT_SUPPORTED }],
]);

/** The scrub extension sees what nothing else has taken, and has its own words for what it does not know either. Its answers pass pipes by. */
function unknown(words: readonly string[], { settings }: CommandContext): Step {
  if (!settings.scrubExtension) return status('ERROR unknown command');
  if (words.length >= MOST_WORDS) return status('ERROR too many arguments');
  if (words.length === 0) return status('ERROR no arguments');
  if (words[0] === 'scrub' && words.length === 1) return body(new Reply().line('OK'));
  if (words[0] === 'scrub' && words.length === 2 && words[1] === 'stale')
    return body(new Reply().line('NOT_SUPPORTED'));
  return status('ERROR no matching command');
}

function between(least: number, most: number): (count: number) => boolean {
  return (count) => count >= least && count <= most;
}

function atLeast(least: number): (count: number) => boolean {
  return (count) => count >= least;
}
