/** Names as small numbers: a run handles the number, and only a picture or a token needs the name. */
export class Labels {
  readonly #ids: Map<string, number> = new Map();
  readonly #texts: string[] = [];

  get size(): number {
    return this.#texts.length;
  }

  id(text: string): number {
    let id = this.#ids.get(text);
    if (id === undefined) {
      id = this.#texts.length;
      this.#texts.push(text);
      this.#ids.set(text, id);
    }
    return id;
  }

  text(id: number): string {
    return this.#texts[id] ?? '?';
  }

  /** A short fingerprint of all names seen so far, in whatever order they came. */
  fingerprint(): string {
    let hash = 0x811c9dc5;
    for (const char of [...this.#texts].sort().join('\n'))
      hash = Math.imul(hash ^ (char.codePointAt(0) ?? 0), 0x01000193);
    return (hash >>> 16).toString(16).padStart(4, '0');
  }
}
