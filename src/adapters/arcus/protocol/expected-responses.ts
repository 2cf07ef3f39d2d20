/** A queue: first in, first out, without moving what is in it at every step. */
export class ExpectedResponses<T> {
  #items: (T | undefined)[] = [];
  #head = 0;
  #tail = 0;

  get size(): number {
    return this.#tail - this.#head;
  }

  get first(): T | undefined {
    return this.#items[this.#head];
  }

  add(item: T): void {
    this.#items[this.#tail++] = item;
  }

  removeFirst(): void {
    this.#items[this.#head++] = undefined;
    if (this.#head === this.#tail) {
      if (this.#tail > 1024) this.#items = [];
      this.#head = this.#tail = 0;
    } else if (this.#head >= 1024 && this.#head * 2 > this.#tail) {
      this.#items.splice(0, this.#head);
      this.#tail -= this.#head;
      this.#head = 0;
    }
  }

  clear(): void {
    this.#items = [];
    this.#head = this.#tail = 0;
  }
}
