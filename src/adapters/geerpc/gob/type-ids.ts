import { GobError } from './gob-error.ts';
import type { GobType } from './gob-type.ts';
import { basicIds, firstUserId } from './wire-type.ts';

/** What an encoder knows of a type. */
export interface TypeEntry {
  /** 0 while the types that it is made of get theirs. */
  id: number;
  readonly name: string;
  readonly isStruct: boolean;
  /** Whether the other side knows it: its definition was sent, or it needs none. */
  sent: boolean;
}

/**
 * The ids of one stream, given out in Go's order: a struct before the types of its fields, every other type after those
 * it is made of. What a failed message has added can be taken back.
 */
export class TypeIds {
  readonly #entries = new Map<GobType<unknown>, TypeEntry>();
  /** The entries that the message being written added, or marked as sent. */
  readonly #added: GobType<unknown>[] = [];
  readonly #marked: TypeEntry[] = [];
  #next: number;
  #committedNext: number;

  constructor(first: number) {
    if (!Number.isInteger(first) || first < firstUserId || first > 0x7fffffff) {
      throw new TypeError(`firstId: expected a whole number from ${firstUserId} to 2^31 - 1, got ${String(first)}`);
    }
    this.#next = first;
    this.#committedNext = first;
  }

  /** What is known of the type of a top-level value or of an interface's value, or of a part of one. `type` is a `wireType()`. */
  of(type: GobType<unknown>): TypeEntry {
    const entry = this.#entries.get(type);
    if (entry !== undefined) return entry;
    this.#assign(type, type.ownName);
    return this.#entries.get(type)!;
  }

  markSent(entry: TypeEntry): void {
    entry.sent = true;
    this.#marked.push(entry);
  }

  commit(): void {
    // Most messages add nothing, and setting a length is slow.
    if (this.#added.length === 0 && this.#marked.length === 0) return;
    this.#added.length = 0;
    this.#marked.length = 0;
    this.#committedNext = this.#next;
  }

  rollback(): void {
    for (const entry of this.#marked) entry.sent = false;
    for (const type of this.#added) this.#entries.delete(type);
    this.#added.length = 0;
    this.#marked.length = 0;
    this.#next = this.#committedNext;
  }

  #assign(part: GobType<unknown>, name: string): number {
    const type = part.wireType();
    const known = this.#entries.get(type);
    if (known !== undefined) return known.id === 0 ? this.#give(known) : known.id;
    const shape = type.shape();
    if (shape.kind in basicIds) {
      const id = basicIds[shape.kind as keyof typeof basicIds];
      this.#entries.set(type, { id, name, isStruct: false, sent: true });
      return id;
    }
    const entry: TypeEntry = { id: 0, name, isStruct: shape.kind === 'struct', sent: false };
    this.#entries.set(type, entry);
    this.#added.push(type);
    switch (shape.kind) {
      case 'struct':
        this.#give(entry);
        for (const [, field] of shape.fields) this.#assignField(field);
        break;
      case 'slice':
        this.#assign(shape.elem, shape.elem.ownName);
        break;
      case 'array':
        this.#assign(shape.elem, '');
        break;
      case 'map':
        this.#assign(shape.key, '');
        this.#assign(shape.elem, '');
        break;
    }
    return entry.id === 0 ? this.#give(entry) : entry.id;
  }

  #assignField(field: GobType<unknown>): void {
    const type = field.wireType();
    this.#assign(type, type.ownName || type.text);
  }

  #give(entry: TypeEntry): number {
    if (this.#next > 0x7fffffff)
      throw new GobError('ERR_GOB_VALUE', 'expected a free type id, got none up to 2^31 - 1');
    entry.id = this.#next++;
    return entry.id;
  }
}
