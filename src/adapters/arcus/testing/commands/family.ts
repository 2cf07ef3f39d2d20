import { type Command, MAX_KEY } from '../session/command.ts';
import { BAD_FORMAT } from '../session/step.ts';

/** A subcommand with the fewest and most words its request may have. */
export interface Subcommand {
  readonly words: readonly [number, number];
  readonly run: Command;
}

/** The command of a collection family: picks the subcommand by its word and the number of words. */
export function family(subcommands: Readonly<Record<string, Subcommand>>): Command {
  const table = new Map(Object.entries(subcommands));
  return (words, context) => {
    const found = table.get(words[1] ?? '');
    if ((words[2] ?? '').length > MAX_KEY || found === undefined) return BAD_FORMAT;
    const [least, most] = found.words;
    return words.length < least || words.length > most ? BAD_FORMAT : found.run(words, context);
  };
}
