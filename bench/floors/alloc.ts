class Operation {
  previous: Operation | undefined = undefined;
  next: Operation | undefined = undefined;
  deadline: number;
  state = 1;

  constructor(deadline: number) {
    this.deadline = deadline;
  }
}

let last: Operation | undefined;

/** For information: the allocation alone. It is stored, or the compiler would drop it. */
export function alloc(count: number): void {
  for (let i = 0; i < count; i++) last = new Operation(i);
}

/** For information: the allocation and one read of the clock, the least that a relative delay can cost. */
export function allocClock(count: number): void {
  for (let i = 0; i < count; i++) last = new Operation(performance.now());
}

/** Keeps `last` observable. */
export const lastAllocated = (): Operation | undefined => last;
