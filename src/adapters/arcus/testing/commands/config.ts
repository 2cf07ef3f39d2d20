import { cInteger } from '../c-integer.ts';
import type { Command, CommandContext } from '../session/command.ts';
import { BAD_FORMAT, status } from '../session/step.ts';
import type { StoreLimits } from '../store/store-limits.ts';

const MIB = 1024 * 1024;
const LARGEST_COLLECTION = 1_000_000;
const BAD_VALUE = 'CLIENT_ERROR bad value';

interface Setting {
  read(context: CommandContext): number;
  /** Answers an error, or undefined once the value is set. */
  write(context: CommandContext, value: number): string | undefined;
  readonly signed?: true;
}

/** `config <name>` answers a value, `config <name> <value>` sets it. */
export const configCommand: Command = (words, context) => {
  const [, name = '', word] = words;
  const setting = words.length <= 3 && Object.hasOwn(SETTINGS, name) ? SETTINGS[name] : undefined;
  if (setting === undefined) return BAD_FORMAT;
  if (word === undefined) return status(`${name} ${setting.read(context)}\r\nEND`);
  const value = setting.signed ? cInteger.i32(word) : cInteger.u32(word);
  if (value === undefined) return BAD_FORMAT;
  return status(setting.write(context, value) ?? 'END');
};

const SETTINGS: Readonly<Record<string, Setting>> = {
  max_list_size: collectionSize('maxListSize'),
  max_set_size: collectionSize('maxSetSize'),
  max_map_size: collectionSize('maxMapSize'),
  max_btree_size: collectionSize('maxBtreeSize'),
  max_element_bytes: {
    read: ({ store }) => store.limits.maxElementBytes,
    write: ({ store }, value) => {
      if (value < 1024 || value > 32 * 1024) return BAD_VALUE;
      store.limits.maxElementBytes = value;
      return undefined;
    },
  },
  memlimit: {
    read: ({ store }) => Math.floor(store.limits.memoryLimit / MIB),
    write: ({ store }, value) => {
      if (value * MIB < Math.max(store.limits.stickyLimit, store.space.used)) return BAD_VALUE;
      store.limits.memoryLimit = value * MIB;
      return undefined;
    },
  },
  sticky_limit: {
    read: ({ store }) => Math.floor(store.limits.stickyLimit / MIB),
    write: ({ store }, value) => {
      if (value * MIB < store.space.sticky || value * MIB > store.limits.memoryLimit) return BAD_VALUE;
      store.limits.stickyLimit = value * MIB;
      return undefined;
    },
  },
  verbosity: {
    read: ({ settings }) => settings.verbosity,
    write: ({ settings }, value) => {
      if (value > 2) return 'SERVER_ERROR cannot change the verbosity over the limit';
      settings.verbosity = value;
      return undefined;
    },
  },
  maxconns: {
    signed: true,
    read: ({ settings }) => settings.maxConnections,
    write: ({ settings }, value) => {
      if (value < 1 || value > 1_000_000) return 'CLIENT_ERROR the value is out of range';
      settings.maxConnections = value;
      return undefined;
    },
  },
  scrub_count: {
    read: ({ settings }) => settings.scrubCount,
    write: ({ settings }, value) => {
      if (value < 16 || value > 320) return BAD_VALUE;
      settings.scrubCount = value;
      return undefined;
    },
  },
  max_stats_prefixes: {
    read: ({ settings }) => settings.maxStatsPrefixes,
    write: ({ settings }, value) => {
      settings.maxStatsPrefixes = value;
      return undefined;
    },
  },
};

/** It can only grow; a negative value asks for the most there is. */
function collectionSize(name: 'maxListSize' | 'maxSetSize' | 'maxMapSize' | 'maxBtreeSize'): Setting {
  return {
    signed: true,
    read: ({ store }) => store.limits[name],
    write: ({ store }, value) => {
      const limits: StoreLimits = store.limits;
      const size = value < 0 ? LARGEST_COLLECTION : Math.min(value, LARGEST_COLLECTION);
      if (size <= limits[name]) return BAD_VALUE;
      limits[name] = size;
      return undefined;
    },
  };
}
