import { GobError } from './gob-error.ts';
import { type GobLimits, limitError } from './limits.ts';
import { type BasicKind, basicIds, firstUserId, type WireType } from './wire-type.ts';

/** The types that one stream has defined so far. A definition never changes, so what is derived from it may be kept. */
export class TypeTable {
  readonly #types = new Map<number, WireType>();
  readonly #holdsInterface = new Map<number, boolean>();
  readonly #limits: GobLimits;
  #definitions = 0;

  constructor(limits: GobLimits) {
    this.#limits = limits;
    for (const [kind, id] of Object.entries(basicIds)) this.#types.set(id, { kind: kind as BasicKind });
  }

  define(id: number, type: WireType, offset: number): void {
    if (id < firstUserId || this.#types.has(id)) {
      throw new GobError('ERR_GOB_CORRUPT', `expected the definition of a new type, got type ${id} again`, offset);
    }
    if (++this.#definitions > this.#limits.definitions) {
      throw limitError(
        'definitions',
        this.#limits.definitions,
        `definition ${this.#definitions} of the stream`,
        offset,
      );
    }
    this.#types.set(id, type);
  }

  get(id: number, offset: number): WireType {
    const type = this.#types.get(id);
    if (type === undefined) throw new GobError('ERR_GOB_CORRUPT', `expected a defined type, got type ${id}`, offset);
    return type;
  }

  /**
   * Whether a value of the type can hold an interface, and so go on in the next message. Throws if the type leads to one
   * that is not defined. Every type is visited once in the life of the stream, however many values come.
   */
  holdsInterface(id: number, offset: number): boolean {
    const known = this.#holdsInterface.get(id);
    if (known !== undefined) return known;
    this.#explore(id, offset);
    return this.#holdsInterface.get(id)!;
  }

  #explore(root: number, offset: number): void {
    const users = new Map<number, number[]>();
    const holders: number[] = [];
    const seen = new Set([root]);
    // A Set hands out what is added to it during the loop, which makes it the queue.
    for (const id of seen) {
      const type = this.get(id, offset);
      if (type.kind === 'interface') holders.push(id);
      for (const part of partsOf(type)) {
        if (this.#holdsInterface.get(part) === true) holders.push(id);
        if (this.#holdsInterface.has(part)) continue;
        seen.add(part);
        const usersOfPart = users.get(part);
        if (usersOfPart === undefined) users.set(part, [id]);
        else usersOfPart.push(id);
      }
    }
    const holding = new Set(holders);
    for (const id of holding) for (const user of users.get(id) ?? []) holding.add(user);
    for (const id of seen) this.#holdsInterface.set(id, holding.has(id));
  }
}

function partsOf(type: WireType): readonly number[] {
  if (type.kind === 'struct') return type.fields.map((field) => field.id);
  if (type.kind === 'map') return [type.key, type.elem];
  if (type.kind === 'array' || type.kind === 'slice') return [type.elem];
  return [];
}
