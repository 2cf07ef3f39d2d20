import { GobError } from '../gob-error.ts';
import { GobType, type Infer } from '../gob-type.ts';
import { basicNames } from './basic-names.ts';

/** Schemas by the names that Go registers their types under. */
export type Entries = Readonly<Record<string, GobType<unknown>>>;

type All<E extends Entries> = Omit<typeof basicNames, keyof E> & E;

/** The value of an interface: which type it is, by its registered name, and the value itself. */
export type InterfaceValue<E extends Entries> = {
  [K in keyof All<E> & string]: { type: K; value: Infer<All<E>[K]> };
}[keyof All<E> & string];

/** What may be inside an interface. */
export class Registry<E extends Entries> {
  readonly #types: ReadonlyMap<string, GobType<unknown>>;

  constructor(entries: E) {
    for (const [name, type] of Object.entries(entries)) {
      if (name === '') throw new GobError('ERR_GOB_SCHEMA', 'registry: expected a name, got an empty one');
      if (!(type instanceof GobType))
        throw new GobError('ERR_GOB_SCHEMA', `registry: expected a schema for ${JSON.stringify(name)}`);
    }
    this.#types = new Map([...Object.entries(basicNames), ...Object.entries(entries)]);
  }

  get(name: string): GobType<unknown> | undefined {
    return this.#types.get(name);
  }
}

/**
 * The types that interfaces may hold, by registered name: `import/path.Name` for `gob.Register(Name{})`, `*pkg.Name` for
 * a registered pointer, or the text given to `gob.RegisterName`. Go's basic types, and slices of them, are always in it;
 * naming one again replaces its schema, as with `{ int64: asBigInt(int64) }`.
 */
export function registry<const E extends Entries>(entries: E): Registry<E> {
  return new Registry(entries);
}
