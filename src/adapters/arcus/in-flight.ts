import { TimedOperation } from '../../core/timed-operation.ts';
import { keyOf } from './key-of.ts';
import { mergedAs } from './merged-as.ts';
import { PlaceRing } from './place-ring.ts';
import { MergedGetsReader } from './protocol/responses/merged-gets-reader.ts';
import type { RequestOperation } from './request.ts';
import { type Tombstone, tombstoneOf } from './tombstone.ts';

/** What has been written and not answered, in the order of writing. */
export class InFlight {
  readonly #places: PlaceRing<RequestOperation | Tombstone> = new PlaceRing();
  /** One for the writes of each millisecond: the number after their last place, and when the first was. */
  readonly #writes: PlaceRing<number> = new PlaceRing();
  /** The requests of several places: the number after the last of each, and that of its first. */
  readonly #merged: PlaceRing<number> = new PlaceRing();
  /** Reads what the first of these is answered, once that is awaited. */
  #reader: MergedGetsReader | undefined;
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

  /** When the oldest was written, or less than 1 ms before: ms; `undefined` while there is none. */
  get oldestAt(): number | undefined {
    return this.count === 0 ? undefined : this.#writes.sizeAt(this.#writes.head);
  }

  /** Number after the last place that shares a request with the first; `undefined` if that has one of its own. */
  get mergedUntil(): number | undefined {
    const { head } = this.#merged;
    const end = this.#merged.at(head);
    return end !== undefined && this.#merged.sizeAt(head) <= this.#places.head ? end : undefined;
  }

  /** What reads, place by place, the response that the first shares; `undefined` if it shares none. */
  get mergedReader(): MergedGetsReader | undefined {
    const end = this.mergedUntil;
    if (end !== undefined) this.#reader ??= this.#readerUntil(end);
    return this.#reader;
  }

  add(operation: RequestOperation, size: number): void {
    this.bytes += size;
    operation.data.place = this.#places.add(operation, size);
  }

  /** Adds an operation whose request is that of the one added before it: a `get` that may be merged with it. */
  merge(operation: RequestOperation, size: number): void {
    this.add(operation, size);
    const { tail } = this.#places;
    const last = this.#merged.tail - 1;
    if (this.#merged.at(last) === tail - 1) this.#merged.set(last, tail);
    else this.#merged.add(tail, tail - 2);
  }

  /** What was added since the last write has been written. */
  written(at: number): void {
    const last = this.#writes.tail - 1;
    if (this.#writes.at(last) !== undefined && at - this.#writes.sizeAt(last) < 1)
      this.#writes.set(last, this.#places.tail);
    else this.#writes.add(this.#places.tail, at);
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
    const { head } = this.#places;
    if (this.#merged.at(this.#merged.head) === head) {
      this.#merged.removeFirst();
      this.#reader = undefined;
    }
    if (this.#writes.at(this.#writes.head) === head) this.#writes.removeFirst();
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

  #readerUntil(end: number): MergedGetsReader {
    const keys: string[] = [];
    // Those of any: they have them in common.
    let textFlags: number | undefined;
    for (let number = this.#places.head; number < end; number++) {
      const place = this.#places.at(number) as RequestOperation | Tombstone;
      if (place instanceof TimedOperation) {
        textFlags = mergedAs(place.data);
        keys.push(keyOf(place.data.command) as string);
      } else keys.push(place as string);
    }
    return new MergedGetsReader(keys, textFlags ?? -1);
  }
}
