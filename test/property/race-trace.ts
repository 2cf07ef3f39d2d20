import type { Key } from './race.ts';

/** All that happened in a run and all that could be seen, in order: label, value, label, value. */
export class RaceTrace {
  readonly labels: string[] = [];
  readonly values: (Key | boolean)[] = [];

  put(label: string, value: Key | boolean): void {
    this.labels.push(label);
    this.values.push(value);
  }

  /** The first entry in which another trace differs; `undefined` when they are the same. */
  difference(other: RaceTrace): number | undefined {
    const length = Math.max(this.labels.length, other.labels.length);
    for (let index = 0; index < length; index++) {
      if (this.labels[index] !== other.labels[index] || this.values[index] !== other.values[index]) return index;
    }
    return undefined;
  }

  /** What happened up to an entry, and the entry: events and hooks, without what was seen between them. */
  story(end: number): string {
    const lines: string[] = [];
    for (let index = 0; index < Math.min(end, this.labels.length); index++) {
      if (!this.labels[index]?.startsWith('·')) lines.push(`  ${this.#entry(index)}`);
    }
    return lines.join('\n');
  }

  entry(index: number): string {
    return index < this.labels.length ? this.#entry(index) : 'nothing';
  }

  #entry(index: number): string {
    return `${this.labels[index]}: ${String(this.values[index])}`;
  }
}
