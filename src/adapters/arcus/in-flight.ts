import { TimedOperation } from '../../core/timed-operation.ts';
import { keyOf } from './key-of.ts';
import { MergedGets } from './merged-gets.ts';
import { PlaceRing } from './place-ring.ts';
import type { RequestOperation } from './request.ts';
import { type Tombstone, tombstoneOf } from './tombstone.ts';

/** What has been written and not answered, in the order of writing. */
export class InFlight {
  readonly #places: PlaceRing<RequestOperation | Tombstone> = new PlaceRing();
  /** One for each write: the number after its last place, and when. */
  #writes: { readonly end: number; readonly at: number }[] = [];
  /** The requests of several places, in order. */
  #merged: MergedGets[] = [];
  bytes = 0;
  /** How many of `count` nobody waits for any more. */
  tombstones = 0;

  get count(): number {
    return this.#places.tail - this.#places.head;
  }

  /** Number that the next place will have. */
  get tail(): number {
    return this.#places.tail;
  }

  get first(): RequestOperation | Tombstone | undefined {
    return this.#places.at(this.#places.head);
  }

  /** When the oldest was written: ms; `undefined` while there is none. */
  get oldestAt(): number | undefined {
    return this.count === 0 ? undefined : this.#writes[0]?.at;
  }

  /** The request that the first shares with those behind it. */
  get merged(): MergedGets | undefined {
    const merged = this.#merged[0];
    return merged !== undefined && merged.start <= this.#places.head ? merged : undefined;
  }

  add(operation: RequestOperation, size: number): void {
    this.bytes += size;
    operation.data.place = this.#places.add(operation, size);
  }

  /** Adds an operation whose request is that of the one added before it: a `get`, with those `textFlags`. */
  merge(operation: RequestOperation, size: number, textFlags: number): void {
    this.add(operation, size);
    const last = this.#merged[this.#merged.length - 1];
    if (last !== undefined && last.end === this.#places.tail - 1) last.end++;
    else this.#merged.push(new MergedGets(this.#places.tail - 2, textFlags));
  }

  /** What was added since the last write has been written. */
  written(at: number): void {
    this.#writes.push({ end: this.#places.tail, at });
  }

  has(operation: RequestOperation): boolean {
    return this.#places.at(operation.data.place) === operation;
  }

  /** Leaves a tombstone where the operation was. Returns whether it was here. */
  withdraw(operation: RequestOperation): boolean {
    if (!this.has(operation)) return false;
    this.#places.set(operation.data.place, tombstoneOf(operation.data.command));
    this.tombstones++;
    return true;
  }

  /** The first has been answered: an operation, or a tombstone. */
  removeFirst(operation: boolean): void {
    this.bytes -= this.#places.sizeAt(this.#places.head);
    if (!operation) this.tombstones--;
    this.#places.removeFirst();
    if (this.#merged[0]?.end === this.#places.head) this.#merged.shift();
    while (this.#writes[0] !== undefined && this.#writes[0].end <= this.#places.head) this.#writes.shift();
  }

  /** Keys of the `get`s from the first up to, not including, the place with this number. */
  keysUntil(end: number): string[] {
    const keys: string[] = [];
    for (let number = this.#places.head; number < end; number++) {
      const place = this.#places.at(number) as RequestOperation | Tombstone;
      keys.push(place instanceof TimedOperation ? (keyOf(place.data.command) as string) : (place as string));
    }
    return keys;
  }

  /** Takes out what comes before the place with this number. Returns the operations, without those that nobody waits for. */
  removeUntil(end: number): RequestOperation[] {
    const operations: RequestOperation[] = [];
    while (this.#places.head < end) {
      const { first } = this;
      const operation = first instanceof TimedOperation;
      if (operation) operations.push(first);
      this.removeFirst(operation);
    }
    return operations;
  }

  /** Takes everything out. Returns the operations, without those that nobody waits for. */
  clear(): RequestOperation[] {
    return this.removeUntil(this.#places.tail);
  }
}
