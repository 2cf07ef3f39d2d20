import type { CallOperation } from './call-operation.ts';

/** Calls that wait to be sent, in their order. Any of them can be withdrawn, and then holds nothing here. */
export class Outbox {
  // A set keeps the order of insertion, and lets anything in it go at once.
  readonly #calls: Set<CallOperation> = new Set();
  /** Bytes of all that wait. */
  bytes = 0;

  get size(): number {
    return this.#calls.size;
  }

  push(call: CallOperation): void {
    this.#calls.add(call);
    this.bytes += call.data.size;
  }

  /** Takes the first one out. */
  shift(): CallOperation | undefined {
    for (const call of this.#calls) {
      this.withdraw(call);
      return call;
    }
    return undefined;
  }

  /** Takes it out. Returns whether it was here, and so will never be sent. */
  withdraw(call: CallOperation): boolean {
    if (!this.#calls.delete(call)) return false;
    this.bytes -= call.data.size;
    return true;
  }

  /** Takes all of them out. */
  clear(): CallOperation[] {
    const calls = [...this.#calls];
    this.#calls.clear();
    this.bytes = 0;
    return calls;
  }
}
