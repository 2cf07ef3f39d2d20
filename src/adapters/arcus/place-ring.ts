const FIRST = 16;
/** So many places are worth keeping in an empty queue. */
const KEPT = 2_048;

/** A queue whose places keep their number for as long as they are in it, each with a size. */
export class PlaceRing<Place> {
  #places: (Place | undefined)[] = new Array<Place | undefined>(FIRST).fill(undefined);
  #sizes: number[] = new Array<number>(FIRST).fill(0);
  /** Number of the first place, and of the one after the last. */
  head = 0;
  tail = 0;

  /** Adds a place and returns its number. */
  add(place: Place, size: number): number {
    if (this.tail - this.head === this.#places.length) this.#grow();
    const slot = this.tail & (this.#places.length - 1);
    this.#places[slot] = place;
    this.#sizes[slot] = size;
    return this.tail++;
  }

  /** Adds a place in front and returns its number, which may be negative. */
  addFirst(place: Place, size: number): number {
    if (this.tail - this.head === this.#places.length) this.#grow();
    const slot = --this.head & (this.#places.length - 1);
    this.#places[slot] = place;
    this.#sizes[slot] = size;
    return this.head;
  }

  at(number: number): Place | undefined {
    if (number < this.head || number >= this.tail) return undefined;
    return this.#places[number & (this.#places.length - 1)];
  }

  sizeAt(number: number): number {
    return this.#sizes[number & (this.#places.length - 1)] as number;
  }

  /** Replaces what stands in a place that is in the queue. */
  set(number: number, place: Place | undefined): void {
    this.#places[number & (this.#places.length - 1)] = place;
  }

  removeFirst(): void {
    this.#places[this.head++ & (this.#places.length - 1)] = undefined;
    if (this.head === this.tail && this.#places.length > KEPT) this.clear();
  }

  /** Drops everything, and the memory with it. */
  clear(): void {
    this.#places = new Array<Place | undefined>(FIRST).fill(undefined);
    this.#sizes = new Array<number>(FIRST).fill(0);
    this.head = this.tail;
  }

  #grow(): void {
    const places = new Array<Place | undefined>(this.#places.length * 2).fill(undefined);
    const sizes = new Array<number>(places.length).fill(0);
    for (let number = this.head; number < this.tail; number++) {
      places[number & (places.length - 1)] = this.at(number);
      sizes[number & (places.length - 1)] = this.sizeAt(number);
    }
    this.#places = places;
    this.#sizes = sizes;
  }
}
