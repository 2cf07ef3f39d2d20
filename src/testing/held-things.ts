/** What a run holds and must give back. Counted by places that are kept from run to run: a run allocates none. */
export class HeldThings {
  count = 0;
  readonly #kinds: (string | undefined)[] = [];
  /** How many places this run has used. */
  #used = 0;
  #run = 0;

  /** Holds one more. Returns what gives it back; in a later run that is nothing. */
  add(kind: string): () => void {
    const place = this.#used++;
    const run = this.#run;
    this.#kinds[place] = kind;
    this.count++;
    return () => {
      if (run !== this.#run || this.#kinds[place] === undefined) return;
      this.#kinds[place] = undefined;
      this.count--;
    };
  }

  /** What is held now, in the order in which it was taken. */
  get kinds(): readonly string[] {
    return this.#kinds.slice(0, this.#used).filter((kind) => kind !== undefined);
  }

  clear(): void {
    this.count = 0;
    this.#used = 0;
    this.#run++;
  }
}
