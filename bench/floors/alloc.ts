interface Operation {
  previous: Operation | undefined;
  next: Operation | undefined;
  deadline: number;
  state: number;
}

let last: Operation | undefined;

/** For information: the allocation alone. It is stored, or the compiler would drop it. */
export function alloc(count: number): void {
  for (let i = 0; i < count; i++) last = { previous: undefined, next: undefined, deadline: i, state: 1 };
}

/** Keeps `last` observable. */
export const lastAllocated = (): Operation | undefined => last;
