import { compareBkeys } from './bkey.ts';
import type { MergeCursor } from './merge-cursor.ts';

/** The walks of a merge get in the order of their next elements, at most `limit` of them: more can never be needed. */
export class MergeQueue {
  readonly #limit: number;
  readonly #cursors: MergeCursor[] = [];

  constructor(limit: number) {
    this.#limit = limit;
  }

  get first(): MergeCursor | undefined {
    return this.#cursors[0];
  }

  /** Takes a walk in; one that sorts behind a full queue is dropped. The same key at the same bkey means that the request repeats it. */
  add(cursor: MergeCursor): 'REPEATED_KEY' | undefined {
    const last = this.#cursors.at(-1);
    const full = last !== undefined && this.#cursors.length >= this.#limit;
    if (full && cursor.compare(last) > 0) return undefined;
    const at = this.#place(cursor);
    const next = this.#cursors[at];
    if (next !== undefined && cursor.compare(next) === 0) return 'REPEATED_KEY';
    if (full) this.#cursors.pop();
    this.#cursors.splice(at, 0, cursor);
    return undefined;
  }

  /**
   * Takes a walk in so that no bkey is there twice: of two walks at one bkey the one whose key sorts first stays, the other goes on to its next element.
   * `end` hears of a walk that ends on the way.
   */
  addUnique(given: MergeCursor, end: (cursor: MergeCursor) => void): 'REPEATED_KEY' | undefined {
    let cursor = given;
    for (;;) {
      const last = this.#cursors.at(-1);
      if (last !== undefined && this.#cursors.length >= this.#limit && cursor.compare(last) > 0) return undefined;
      const rival = this.#rivalOf(cursor);
      if (rival === undefined) return this.add(cursor);
      const order = cursor.compare(rival);
      if (order === 0) return 'REPEATED_KEY';
      if (order < 0) {
        this.#cursors[this.#cursors.indexOf(rival)] = cursor;
        cursor = rival;
      }
      if (!cursor.seek(true)) {
        end(cursor);
        return undefined;
      }
    }
  }

  /** Takes the first walk out. */
  shift(): void {
    this.#cursors.shift();
  }

  /** Puts the first walk, which has gone on, where it belongs now. */
  reorderFirst(): void {
    const cursor = this.#cursors.shift();
    if (cursor !== undefined) this.#cursors.splice(this.#place(cursor), 0, cursor);
  }

  #place(cursor: MergeCursor): number {
    let low = 0;
    let high = this.#cursors.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#cursors[middle]!.compare(cursor) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #rivalOf(cursor: MergeCursor): MergeCursor | undefined {
    const at = this.#place(cursor);
    const bkey = cursor.element.bkey;
    return [this.#cursors[at], this.#cursors[at - 1]].find(
      (other) => other !== undefined && compareBkeys(other.element.bkey, bkey) === 0,
    );
  }
}
