const nothing = () => {};

const inFlight: NodeJS.Timeout[] = [];

/** Keeps this many timers set, as the contenders keep as many operations armed. */
export function fillNode(count: number, delays: Float64Array): void {
  for (let i = 0; i < count; i++) inFlight.push(setTimeout(nothing, delays[i % delays.length]));
}

/** `setTimeout` of a new timer + `clearTimeout` of the oldest one in flight. */
export function node(count: number, delays: Float64Array): void {
  const mask = inFlight.length - 1;
  const last = delays.length - 1;
  for (let i = 0; i < count; i++) {
    const slot = i & mask;
    clearTimeout(inFlight[slot]);
    inFlight[slot] = setTimeout(nothing, delays[i & last]);
  }
}

export function clearNode(): void {
  for (const timer of inFlight) clearTimeout(timer);
  inFlight.length = 0;
}
