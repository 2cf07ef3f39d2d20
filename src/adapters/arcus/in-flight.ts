import { TimedOperation } from '../../core/timed-operation.ts';
import { PlaceRing } from './place-ring.ts';
import type { RequestOperation } from './request.ts';
import { type Tombstone, tombstoneOf } from './tombstone.ts';

/** What has been written and not answered, in the order of writing. */
export class InFlight {
  readonly #places: PlaceRing<RequestOperation | Tombstone> = new PlaceRing();
  /** One for each write: the number after its last place, and when. */
  #writes: { readonly end: number; readonly at: number }[] = [];
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

  add(operation: RequestOperation, size: number): void {
    this.bytes += size;
    operation.data.place = this.#places.add(operation, size);
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
    while (this.#writes[0] !== undefined && this.#writes[0].end <= this.#places.head) this.#writes.shift();
  }

  /** Takes everything out. Returns the operations, without those that nobody waits for. */
  clear(): RequestOperation[] {
    const operations: RequestOperation[] = [];
    for (let number = this.#places.head; number < this.#places.tail; number++) {
      const place = this.#places.at(number);
      if (place instanceof TimedOperation) operations.push(place);
    }
    this.#places.clear();
    this.#writes = [];
    this.bytes = 0;
    this.tombstones = 0;
    return operations;
  }
}
