interface Operation {
  previous: Operation | undefined;
  next: Operation | undefined;
  deadline: number;
  state: number;
}

let last: Operation | undefined;

/** For information: the allocation and one read of the clock, the least that a relative delay can cost. */
export function allocClock(count: number): void {
  for (let i = 0; i < count; i++) {
    last = { previous: undefined, next: undefined, deadline: performance.now(), state: 1 };
  }
}

/** Keeps `last` observable. */
export const lastAllocated = (): Operation | undefined => last;
