import { cInteger } from '../c-integer.ts';
import { type Command, type CommandContext, MAX_KEY } from '../session/command.ts';
import { readNames } from '../session/read-names.ts';
import { Reply } from '../session/reply.ts';
import { BAD_FORMAT, body, dataBlock, type Step, status } from '../session/step.ts';
import { KvItem } from '../store/kv-item.ts';

const MOST_KEYS = 10_000;

/** `get|gets <key> [<key> ...]`: misses and collections are passed over. */
export const getValues: Command = (words, context) => {
  const keys = words.slice(1);
  // A key that is too long stops the answer, but those before it have been looked up.
  return keys.some((key) => key.length > MAX_KEY) ? BAD_FORMAT : values(keys, words[0] === 'gets', context);
};

/** `mget|mgets <lenkeys> <numkeys>` with a block of keys. */
export const getListedValues: Command = ([name, lengthWord = '', countWord = ''], context) => {
  const length = cInteger.u32(lengthWord);
  const count = cInteger.u32(countWord);
  if (length === undefined || count === undefined || length === 0 || count === 0) return BAD_FORMAT;
  if (length > 0xffffffff - 2) return BAD_FORMAT;
  if (count > MOST_KEYS || count > Math.floor(length / 2) + 1 || length > count * MAX_KEY + count - 1) {
    return status('CLIENT_ERROR bad value', length + 2);
  }
  return dataBlock(length, (block) => {
    const keys = readNames(block, count, MAX_KEY, false);
    return keys ? values(keys, name === 'mgets', context) : status('CLIENT_ERROR bad data chunk');
  });
};

function values(keys: readonly string[], withCas: boolean, { store, stats }: CommandContext): Step {
  const reply = new Reply();
  for (const key of keys) {
    const item = store.find(key);
    const hit = item instanceof KvItem;
    stats.recordGet(key, hit);
    if (!hit) continue;
    reply.data(`VALUE ${key} ${item.flags} ${item.data.length}${withCas ? ` ${item.cas}` : ''}\r\n`, item.data);
  }
  return body(reply.line('END'));
}
