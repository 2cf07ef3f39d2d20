import { cInteger } from '../c-integer.ts';
import type { Command } from '../session/command.ts';
import { BAD_FORMAT, status } from '../session/step.ts';

const LONGEST_PREFIX = 250;

/** `flush_all [<delay>] [noreply]`: with a delay (s), what is stored until that has passed goes then. */
export const flushAll: Command = (words, context) => {
  context.noreply = words.at(-1) === 'noreply';
  const when = parseDelay(words, 1, context.noreply);
  if (when === undefined) return BAD_FORMAT;
  context.store.flush(context.store.time.expireAt(when));
  return status('OK');
};

/** `flush_prefix <prefix|<null>> [<delay>] [noreply]`; `<null>` stands for the keys without a prefix. */
export const flushPrefix: Command = (words, context) => {
  const [, prefix = ''] = words;
  context.noreply = words.at(-1) === 'noreply';
  if (prefix.length > LONGEST_PREFIX) return status('CLIENT_ERROR too long prefix name');
  const when = parseDelay(words, 2, context.noreply);
  if (when === undefined) return BAD_FORMAT;
  const name = prefix === '<null>' ? '' : prefix;
  const flushed = context.store.flush(context.store.time.expireAt(when), name);
  const known = context.stats.forgetPrefix(name);
  return status(flushed === 'FLUSHED' || known ? 'OK' : 'NOT_FOUND');
};

/** The delay at `words[at]`, if the request is just long enough to have one. */
function parseDelay(words: readonly string[], at: number, noreply: boolean): bigint | undefined {
  if (words.length !== at + (noreply ? 2 : 1)) return 0n;
  const delay = cInteger.i64(words[at] ?? '');
  return delay === undefined || delay < 0n ? undefined : delay;
}
