interface Operation {
  previous: Operation;
  next: Operation;
  deadline: number;
  state: number;
}

// Of the same shape as every other, or the accesses below would see two.
const none = undefined as unknown as Operation;
const list: Operation = { previous: none, next: none, deadline: 0, state: 0 };
list.previous = list;
list.next = list;

function append(): void {
  const last = list.previous;
  const operation: Operation = { previous: last, next: list, deadline: 5000, state: 1 };
  last.next = operation;
  list.previous = operation;
}

function unlinkOldest(): void {
  const operation = list.next;
  operation.previous.next = operation.next;
  operation.next.previous = operation.previous;
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
