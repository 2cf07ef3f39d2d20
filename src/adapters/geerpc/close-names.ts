import { type OptionNames, optionNames } from '../check-options.ts';

/** What the closing of a client or a server takes. */
export const closeNames: OptionNames = optionNames<{ readonly drain?: number }>({ drain: true });
