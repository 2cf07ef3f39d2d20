const nothing = () => {};

const standing: NodeJS.Timeout[] = [];
let last: NodeJS.Timeout | undefined;

/** Keeps this many timers set, as the contenders keep as many operations armed. */
export function fillNode(count: number, delays: Float64Array): void {
  for (let i = 0; i < count; i++) standing.push(setTimeout(nothing, delays[i % delays.length]));
}

/** `clearTimeout` of the last timer + `setTimeout` of a new one. */
export function node(count: number, delays: Float64Array): void {
  const mask = delays.length - 1;
  let timer = last;
  for (let i = 0; i < count; i++) {
    clearTimeout(timer);
    timer = setTimeout(nothing, delays[i & mask]);
  }
  last = timer;
}

export function clearNode(): void {
  for (const timer of standing) clearTimeout(timer);
  clearTimeout(last);
}
