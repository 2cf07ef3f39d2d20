import { checkOptions, namesOf, type OptionNames } from '../../../check-options.ts';

/** What bounds an `ItemStore`; `config` changes them while it runs. */
export interface StoreLimits {
  /** Most elements of one list, set, map or b+tree. Default 50000 each. */
  maxListSize: number;
  maxSetSize: number;
  maxMapSize: number;
  maxBtreeSize: number;
  /** Largest collection element in bytes, with its CRLF. Default 16384. */
  maxElementBytes: number;
  /** Memory (bytes) above which the least recently used items are evicted. Default 128 MiB. */
  memoryLimit: number;
  /** Memory (bytes) of sticky items above which new ones are refused; 0 refuses all of them, as a server started without `-g` does. Default 10 MiB. */
  stickyLimit: number;
}

const MIB = 1024 * 1024;

const defaults: Readonly<StoreLimits> = {
  maxListSize: 50_000,
  maxSetSize: 50_000,
  maxMapSize: 50_000,
  maxBtreeSize: 50_000,
  maxElementBytes: 16_384,
  memoryLimit: 128 * MIB,
  stickyLimit: 10 * MIB,
};

export const limitNames: OptionNames = namesOf(defaults);

/**
 * The limits of a server started with `-m 128 -g 10`, each unless `given`.
 * @throws TypeError that names a limit that is none
 */
export function storeLimits(given: Partial<StoreLimits> = {}): StoreLimits {
  checkOptions('`limits`', limitNames, given);
  return { ...defaults, ...given };
}
