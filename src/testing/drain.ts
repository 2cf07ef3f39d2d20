/** Runs all microtasks now, without leaving the turn. */
export type Drain = () => void;

interface Host {
  process?: { _tickCallback?: unknown };
}

/**
 * Runs the microtask queue to its end, synchronously, where the platform can; `undefined` elsewhere. Call it from a macrotask: inside a
 * microtask the platform's drain does nothing, in silence, and a check would be green for having run nothing. So it is tried here.
 */
export function synchronousDrain(): Drain | undefined {
  const { process } = globalThis as unknown as Host;
  const tick = process?._tickCallback;
  if (typeof tick !== 'function') return undefined;
  const drain: Drain = () => {
    tick.call(process);
  };
  return drains(drain) ? drain : undefined;
}

/** Whether `drain` really runs microtasks, those included that others queue. */
export function drains(drain: Drain): boolean {
  let reached = 0;
  const step = () => {
    reached++;
  };
  Promise.resolve().then(step).then(step).then(step);
  drain();
  return reached === 3;
}
