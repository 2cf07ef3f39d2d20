import type { InFlight } from './in-flight.ts';
import { Outbox } from './outbox.ts';
import type { PipelineLimits } from './pipeline-limits.ts';
import { PlaceRing } from './place-ring.ts';
import type { RequestOperation } from './request.ts';

/** So many places given up are worth a sweep. */
const MANY_GAPS = 1_024;

/** Operations that wait to be written, in their order, with their requests encoded. */
export class SendQueue {
  readonly #places: PlaceRing<RequestOperation> = new PlaceRing();
  readonly #outbox: Outbox = new Outbox();
  /** How many wait, and the bytes of their requests. */
  count = 0;
  bytes = 0;

  /** @throws ArcusArgumentError if an argument breaks a rule; then it is not in the queue. */
  add(operation: RequestOperation): void {
    const size = this.#outbox.add(operation.data.command);
    operation.data.place = this.#places.add(operation, size);
    this.count++;
    this.bytes += size;
  }

  /** Takes an operation out that was not written. Returns whether it was here. */
  withdraw(operation: RequestOperation): boolean {
    const { place } = operation.data;
    if (this.#places.at(place) !== operation) return false;
    this.#places.set(place, undefined);
    this.#removed(this.#places.sizeAt(place));
    const gaps = this.#places.tail - this.#places.head - this.count;
    if (gaps > MANY_GAPS && gaps > this.count) this.#sweep();
    return true;
  }

  /**
   * Moves operations into flight, in order: as many as may be there, until there are `most` bytes or more. Those decided meanwhile are
   * left out.
   * @returns the bytes to be cut.
   */
  take(inFlight: InFlight, { maxInFlight, maxInFlightBytes }: PipelineLimits, most: number): number {
    const places = this.#places;
    let bytes = 0;
    while (bytes < most && places.head < places.tail) {
      const operation = places.at(places.head);
      const size = places.sizeAt(places.head);
      const live = operation !== undefined && operation.state !== 'DECIDED';
      if (!live) {
        if (bytes > 0) break; // What is written must be one run.
        if (operation !== undefined) this.#removed(size);
        this.#outbox.skip(size);
      } else {
        const full = inFlight.count >= maxInFlight || (inFlight.bytes > 0 && inFlight.bytes + size > maxInFlightBytes);
        if (full) break;
        this.#removed(size);
        inFlight.add(operation, size);
        bytes += size;
      }
      places.removeFirst();
    }
    return bytes;
  }

  /** Cuts off so many bytes: those of what was taken. */
  cut(bytes: number): Uint8Array[] {
    const parts: Uint8Array[] = [];
    for (let left = bytes; left > 0; ) {
      const part = this.#outbox.cut(left);
      parts.push(part);
      left -= part.length;
    }
    return parts;
  }

  /** Puts operations in front, encoded anew. */
  unshift(operations: readonly RequestOperation[]): void {
    const waiting = this.#live();
    const requests = operations.map((operation) => {
      const out = new Outbox();
      return { operation, bytes: out.cut(out.add(operation.data.command)) };
    });
    this.#refill([...requests, ...waiting]);
  }

  /** Takes everything out. */
  clear(): RequestOperation[] {
    const operations = this.#live().map(({ operation }) => operation);
    this.#refill([]);
    return operations;
  }

  #removed(size: number): void {
    this.count--;
    this.bytes -= size;
  }

  /** Gives back the memory of what was given up. */
  #sweep(): void {
    this.#refill(this.#live());
  }

  #live(): { operation: RequestOperation; bytes: Uint8Array }[] {
    const places = this.#places;
    const live: { operation: RequestOperation; bytes: Uint8Array }[] = [];
    this.#outbox.unshift([]);
    for (let number = places.head; number < places.tail; number++) {
      const operation = places.at(number);
      const bytes = this.#outbox.cut(places.sizeAt(number));
      if (operation !== undefined && operation.state !== 'DECIDED') live.push({ operation, bytes });
    }
    return live;
  }

  #refill(requests: readonly { operation: RequestOperation; bytes: Uint8Array }[]): void {
    this.#places.clear();
    this.#outbox.clear();
    this.#outbox.unshift(requests.map(({ bytes }) => bytes));
    this.count = requests.length;
    this.bytes = 0;
    for (const { operation, bytes } of requests) {
      this.bytes += bytes.length;
      operation.data.place = this.#places.add(operation, bytes.length);
    }
  }
}
