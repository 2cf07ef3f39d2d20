import type { ResponseInput } from '../response-input.ts';

const none: readonly string[] = [];

/**
 * The keys or fields that were asked for. The server answers in their order and leaves out what it misses, so any
 * other name proves that the response belongs to another request: it must never be handed to this one.
 */
export class AskedNames {
  readonly #first: string | undefined;
  readonly #names: readonly string[];
  readonly #count: number;
  #next = 0;

  constructor(names: readonly string[]) {
    this.#first = names[0];
    this.#count = names.length;
    // A caller may go on to change its array.
    this.#names = names.length > 1 ? names.slice() : none;
  }

  /** Names not answered yet. */
  get left(): number {
    return this.#count - this.#next;
  }

  /** Reads the next word, which must be one of the names not answered yet. */
  read(input: ResponseInput): string {
    while (this.#next < this.#count) {
      const at = this.#next++;
      const name = (at === 0 ? this.#first : this.#names[at]) as string;
      if (input.skipWord(name)) return name;
    }
    return input.fail('expected a key or field that was asked for', 'unexpected_key');
  }
}
