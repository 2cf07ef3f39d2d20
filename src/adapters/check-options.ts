import { describeValue } from '../core/errors.ts';

/** The options that something takes, by name: `true`, or for one that is an object itself the names in that. */
export type OptionNames = ReadonlyMap<string, true | OptionNames>;

/** The names of all properties of `Options`, and of no others: the compiler sees to that. */
export function optionNames<Options extends object>(
  names: {
    readonly [Name in keyof Options]-?: true | OptionNames;
  },
): OptionNames {
  return new Map(Object.entries(names));
}

/** The names of what has a default. */
export function namesOf(defaults: object): OptionNames {
  return new Map(Object.keys(defaults).map((name) => [name, true]));
}

/**
 * Refuses what stands where options belong and is none, and an option that nobody would read.
 * @param of what takes them: `kv.set`
 * @throws TypeError that names it, what it takes and what came
 */
export function checkOptions(of: string, known: OptionNames, options: unknown): void {
  if (typeof options !== 'object' || options === null || Array.isArray(options)) {
    const came = Array.isArray(options) ? 'an array' : describeValue(options);
    throw new TypeError(`${of} takes its options as an object of ${listed(known)}, got ${came}`);
  }
  // Inherited ones, too: what is enumerable there and is no option (a signal's `aborted`) is in the wrong place.
  for (const name in options) {
    const inside = known.get(name);
    if (inside === true || (inside === undefined && name in Object.prototype)) continue;
    const value = (options as Readonly<Record<string, unknown>>)[name];
    if (inside === undefined) {
      throw new TypeError(`${of} takes no option \`${name}\`, got ${describeValue(value)}: expected ${listed(known)}`);
    }
    if (value !== undefined) checkOptions(`\`${name}\` of ${of}`, inside, value);
  }
}

function listed(known: OptionNames): string {
  return [...known.keys()].join(', ');
}
