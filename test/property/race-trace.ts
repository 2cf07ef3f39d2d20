import type { Key } from './race.ts';

/** All that happened in a run and all that could be seen, in order. Used again for the next run: it is long, and runs are many. */
export class RaceTrace {
  readonly #labels: string[] = [];
  readonly #values: (Key | boolean)[] = [];
  #length = 0;

  get length(): number {
    return this.#length;
  }

  clear(): void {
    this.#length = 0;
  }

  put(label: string, value: Key | boolean): void {
    const at = this.#length++;
    this.#labels[at] = label;
    this.#values[at] = value;
  }

  /** The first entry in which another trace differs; `undefined` when they are the same. */
  difference(other: RaceTrace): number | undefined {
    for (let at = 0; at < this.#length; at++) {
      if (at === other.#length) return at;
      if (this.#labels[at] !== other.#labels[at] || this.#values[at] !== other.#values[at]) return at;
    }
    return this.#length < other.#length ? this.#length : undefined;
  }

  /** The events and hooks up to an entry, without what was seen between them. */
  story(end: number): string {
    const lines: string[] = [];
    for (let at = 0; at < end; at++) if (!this.label(at).startsWith('·')) lines.push(`  ${this.entry(at)}`);
    return lines.join('\n');
  }

  /** What an entry is about; `end` past the last one. */
  label(at: number): string {
    return at < this.#length ? (this.#labels[at] as string) : 'end';
  }

  value(at: number): Key | boolean {
    return this.#values[at];
  }

  entry(at: number): string {
    return at < this.#length ? `${this.#labels[at]}: ${String(this.#values[at])}` : 'nothing more';
  }
}
