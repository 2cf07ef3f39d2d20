import type { CallOperation } from './call-operation.ts';

/** Calls that wait to be sent, in their order: a linked list, so that any of them can be withdrawn, and then holds nothing here. */
export class Outbox {
  #first: CallOperation | undefined;
  #last: CallOperation | undefined;
  size = 0;
  /** Bytes of all that wait. */
  bytes = 0;

  push(call: CallOperation): void {
    const { data } = call;
    data.queued = true;
    data.before = this.#last;
    if (this.#last === undefined) this.#first = call;
    else this.#last.data.behind = call;
    this.#last = call;
    this.size++;
    this.bytes += data.size;
  }

  /** Takes the first one out. */
  shift(): CallOperation | undefined {
    const call = this.#first;
    if (call !== undefined) this.withdraw(call);
    return call;
  }

  /** Takes it out. Returns whether it was here, and so will never be sent. */
  withdraw({ data }: CallOperation): boolean {
    if (!data.queued) return false;
    const { before, behind } = data;
    if (before === undefined) this.#first = behind;
    else before.data.behind = behind;
    if (behind === undefined) this.#last = before;
    else behind.data.before = before;
    data.queued = false;
    data.before = undefined;
    data.behind = undefined;
    this.size--;
    this.bytes -= data.size;
    return true;
  }

  /** Takes all of them out. */
  clear(): CallOperation[] {
    const calls: CallOperation[] = [];
    for (let call = this.shift(); call !== undefined; call = this.shift()) calls.push(call);
    return calls;
  }
}
