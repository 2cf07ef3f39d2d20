import type { ServerStats } from '../stats/server-stats.ts';
import type { ItemStore } from '../store/item-store.ts';
import type { PipeBatch } from './pipe-batch.ts';
import type { ServerSettings } from './server-settings.ts';
import type { Step } from './step.ts';

/** What a command may use: the server's state and its connection's. */
export interface CommandContext {
  readonly store: ItemStore;
  readonly settings: ServerSettings;
  readonly stats: ServerStats;
  readonly pipe: PipeBatch;
  /** True if the request asked for no answer of its own, by `noreply` or `pipe`. */
  noreply: boolean;
}

/** Carries out one request line; `words[0]` is the command's own name. */
export type Command = (words: readonly string[], context: CommandContext) => Step;

/** Longest key in bytes. */
export const MAX_KEY = 16_000;
/** Largest data length a header can announce. */
export const MAX_LENGTH: number = 0x7fffffff - 2;
