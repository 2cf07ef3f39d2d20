// A class, for V8 watches a literal's place of allocation and may one day move all it makes to the old generation.
class Operation {
  previous: Operation;
  next: Operation;
  deadline: number;
  state: number;

  constructor(previous: Operation, next: Operation) {
    this.previous = previous;
    this.next = next;
    this.deadline = 5000;
    this.state = 1;
  }
}

const none = undefined as unknown as Operation;
const list = new Operation(none, none);
list.previous = list;
list.next = list;

function append(): void {
  const last = list.previous;
  const operation = new Operation(last, list);
  last.next = operation;
  list.previous = operation;
}

function unlinkOldest(): void {
  const operation = list.next;
  operation.previous.next = operation.next;
  operation.next.previous = operation.previous;
  // An unlinked node that still points into the list would drag all later ones into the old generation with it.
  operation.previous = none;
  operation.next = none;
}

/** Keeps this many operations linked, as the contenders keep as many armed. */
export function fillF0(inFlight: number): void {
  for (let i = 0; i < inFlight; i++) append();
}

/** F0: allocate an object of four fields with two links, append it to a doubly linked list, unlink one. */
export function f0(count: number): void {
  for (let i = 0; i < count; i++) {
    append();
    unlinkOldest();
  }
}
