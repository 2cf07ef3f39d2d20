import type { ResponseInput } from '../response-input.ts';

/**
 * The keys or fields that were asked for. The server answers in their order and leaves out what it misses, so any
 * other name proves that the response belongs to another request: it must never be handed to this one.
 */
export class AskedNames {
  readonly #names: readonly string[];
  #next = 0;

  constructor(names: readonly string[]) {
    // A caller may go on to change its array.
    this.#names = names.slice();
  }

  /** Names not answered yet. */
  get left(): number {
    return this.#names.length - this.#next;
  }

  /** Reads the next word, which must be one of the names not answered yet. */
  read(input: ResponseInput): string {
    while (this.#next < this.#names.length) {
      const name = this.#names[this.#next++]!;
      if (input.skipWord(name)) return name;
    }
    return input.fail('expected a key or field that was asked for', 'unexpected_key');
  }
}
