import { checkOptions, namesOf, type OptionNames } from '../../../check-options.ts';

/** What a server is told at its start and by `config`, besides the limits of its store. */
export interface ServerSettings {
  /** What `version` answers. Default `1.15.0`. */
  version: string;
  /** True if the scrub extension is loaded, which changes the text after `ERROR`. Default true. */
  scrubExtension: boolean;
  verbosity: number;
  /** Connections above this many are accepted and closed at once. Default 1024. */
  maxConnections: number;
  scrubCount: number;
  /** Most prefixes that `stats prefixes` and its like will print. Default 50. */
  maxStatsPrefixes: number;
}

const defaults: Readonly<ServerSettings> = {
  version: '1.15.0',
  scrubExtension: true,
  verbosity: 0,
  maxConnections: 1024,
  scrubCount: 96,
  maxStatsPrefixes: 50,
};

export const settingNames: OptionNames = namesOf(defaults);

/**
 * The settings of a 1.15.0 server, each unless `given`.
 * @throws TypeError that names a setting that is none
 */
export function serverSettings(given: Partial<ServerSettings> = {}): ServerSettings {
  checkOptions('`settings`', settingNames, given);
  return { ...defaults, ...given };
}
