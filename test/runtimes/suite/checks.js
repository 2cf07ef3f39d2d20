// What the cases assert with: the same in every runtime, so no package and nothing of Node's.

/** @throws Error with `message` unless `value` is truthy. */
export function ok(value, message) {
  if (!value) throw new Error(message);
}

/** @throws Error unless both are the same data. */
export function same(actual, expected) {
  const [a, b] = [printed(actual), printed(expected)];
  if (a !== b) throw new Error(`Expected ${b}, got ${a}`);
}

/** What `promise` rejects with. */
export async function rejection(promise) {
  try {
    await promise;
  } catch (error) {
    return error;
  }
  throw new Error('Expected a rejection, and it fulfilled');
}

/** After at least `ms`. */
export function sleep(ms, value) {
  return new Promise((resolve) => setTimeout(resolve, ms, value));
}

/** Keeps the thread busy until the monotonic clock says `end`. */
export function blockUntil(end) {
  while (performance.now() < end);
}

/** Never settles. */
export function never() {
  return new Promise(() => {});
}

function printed(value) {
  return JSON.stringify(value, (_key, each) => {
    if (typeof each === 'bigint') return `${each}n`;
    if (each instanceof Map) return ['Map', ...each];
    return each === undefined ? 'undefined' : each;
  });
}
