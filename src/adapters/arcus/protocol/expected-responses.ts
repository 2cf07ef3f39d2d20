/** A queue: first in, first out, without moving what is in it at every step. */
export class ExpectedResponses<T> {
  #items: (T | undefined)[] = [];
  #head = 0;

  get size(): number {
    return this.#items.length - this.#head;
  }

  get first(): T | undefined {
    return this.#items[this.#head];
  }

  add(item: T): void {
    this.#items.push(item);
  }

  removeFirst(): void {
    this.#items[this.#head++] = undefined;
    if (this.#head === this.#items.length) {
      this.#items.length = 0;
      this.#head = 0;
    } else if (this.#head >= 1024 && this.#head * 2 > this.#items.length) {
      this.#items.splice(0, this.#head);
      this.#head = 0;
    }
  }

  clear(): void {
    this.#items = [];
    this.#head = 0;
  }
}
