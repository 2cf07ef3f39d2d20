import type { InFlight } from './in-flight.ts';
import { mergedAs } from './merged-as.ts';
import { Outbox } from './outbox.ts';
import type { PipelineLimits } from './pipeline-limits.ts';
import { PlaceRing } from './place-ring.ts';
import { CommandWriter } from './protocol/command-writer.ts';
import type { RequestOperation } from './request.ts';

/** So many places given up are worth a sweep. */
const MANY_GAPS = 1_024;
/** Memory for requests that go in front, to begin with: bytes. */
const FRONT_BYTES = 1_024;
/** The longest line that `get`s are merged into: bytes. */
const LINE_BYTES = 8_192;

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
   * left out, and `get`s of one key that are neighbours become one request.
   * @returns whether there is something to be cut.
   */
  take(inFlight: InFlight, limits: PipelineLimits, most: number): boolean {
    const { maxInFlight, maxInFlightBytes, maxMergedGets } = limits;
    const places = this.#places;
    let bytes = 0;
    /** What the last request was, of how many keys, and how long its line is. */
    let kind: number | undefined;
    let keys = 0;
    let line = 0;
    for (; bytes < most && places.head < places.tail; places.removeFirst()) {
      const operation = places.at(places.head);
      const size = places.sizeAt(places.head);
      if (operation === undefined || operation.state === 'DECIDED') {
        if (operation !== undefined) this.#removed(size);
        this.#outbox.take(size);
        continue;
      }
      const full = inFlight.count >= maxInFlight || (inFlight.bytes > 0 && inFlight.bytes + size > maxInFlightBytes);
      if (full) break;
      this.#removed(size);
      bytes += size;
      line += size;
      const before = kind;
      kind = mergedAs(operation.data);
      const fits = kind !== undefined && kind === before && keys < maxMergedGets && line <= LINE_BYTES;
      if (fits && this.#outbox.merge(size)) {
        inFlight.merge(operation, size);
        keys++;
      } else {
        this.#outbox.pass(size);
        inFlight.add(operation, size);
        keys = 1;
        line = size;
      }
    }
    return bytes > 0;
  }

  /** Cuts off what was taken, for one write. */
  cut(): Uint8Array[] {
    return this.#outbox.cut();
  }

  /**
   * Puts operations in front that have been written before, encoded anew. What waits is left as it is: many may come one by one.
   * @returns those that are no request any more, each with the reason: a caller has changed what its call was about.
   */
  unshift(operations: readonly RequestOperation[]): [RequestOperation, unknown][] {
    const spoiled: [RequestOperation, unknown][] = [];
    if (operations.length === 0) return spoiled;
    const writer = new CommandWriter({}, FRONT_BYTES);
    const again: { operation: RequestOperation; size: number }[] = [];
    for (const operation of operations) {
      const before = writer.length;
      try {
        writer.write(operation.data.command);
        again.push({ operation, size: writer.length - before });
      } catch (error) {
        spoiled.push([operation, error]);
      }
    }
    // Places in front are given from the last to the first.
    for (const { operation, size } of again.reverse()) {
      operation.data.again = true;
      operation.data.place = this.#places.addFirst(operation, size);
      this.count++;
      this.bytes += size;
    }
    this.#outbox.unshift(writer.take());
    return spoiled;
  }

  /** Takes everything out. */
  clear(): RequestOperation[] {
    const operations: RequestOperation[] = [];
    for (let number = this.#places.head; number < this.#places.tail; number++) {
      const operation = this.#places.at(number);
      if (operation !== undefined && operation.state !== 'DECIDED') operations.push(operation);
    }
    this.#places.clear();
    this.#outbox.refill([]);
    this.count = this.bytes = 0;
    return operations;
  }

  #removed(size: number): void {
    this.count--;
    this.bytes -= size;
  }

  /** Gives back the memory of what was given up. */
  #sweep(): void {
    const places = this.#places;
    const operations: RequestOperation[] = [];
    const requests: Uint8Array[] = [];
    for (let number = places.head; number < places.tail; number++) {
      const operation = places.at(number);
      const request = this.#outbox.take(places.sizeAt(number));
      if (operation === undefined || operation.state === 'DECIDED') continue;
      operations.push(operation);
      requests.push(request);
    }
    places.clear();
    this.#outbox.refill(requests);
    this.count = operations.length;
    this.bytes = 0;
    for (const [index, operation] of operations.entries()) {
      const { length } = requests[index] as Uint8Array;
      this.bytes += length;
      operation.data.place = places.add(operation, length);
    }
  }
}
