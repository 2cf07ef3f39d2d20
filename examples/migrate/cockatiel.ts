import { setTimeout as wait } from 'node:timers/promises';
import { createRuntime, isTimeoutError, retry, type TimedContext, timed } from 'timed-operation';

const get = ({ signal }: Pick<TimedContext, 'signal'>) => wait(5, 'Ada', { signal });
const silent = () => new Promise<string>(() => {});
const down = () => Promise.reject(new Error('down'));
const { signal } = new AbortController();

// #region forms
console.log(await timed(get, 5_000)); //=> Ada
console.log(await timed(get, { timeout: 5_000, signal })); //=> Ada
console.log(await timed(silent, { timeout: 20, fallback: 'cached' })); //=> cached

try {
  await timed(silent, { timeout: 20, onTimeout: (error) => console.log('hook:', error.limitMs) });
} catch (error) {
  if (isTimeoutError(error)) console.log(error.message);
}
//=> hook: 20
//=> The operation timed out after 20 ms
// #endregion

// #region cooperative
const call = timed(({ signal }) => wait(5_000, 'Ada', { signal }), 20);
const value = await call.catch(() => 'given up'); // The caller is released at the limit;
await call.operation.finished; // whoever needs the work itself to have ended waits for this.
console.log(value); //=> given up
// #endregion

// #region retry
// The limit of the whole, of each attempt, and how often: four attempts are three retries.
const options = { timeout: 10_000, perAttempt: 1_000, attempts: 4, backoff: (attempt: number) => 2 ** attempt };
console.log(await retry(get, options)); //=> Ada
await retry(down, { ...options, retryIf: (error) => isTimeoutError(error) }).catch((error) =>
  console.log(error.message),
);
//=> down
// #endregion

// #region events
const runtime = createRuntime({
  observer: { decide: (operation) => console.log(operation.name, operation.outcome) },
});
await timed(get, { timeout: 5_000, name: 'get user', runtime }); //=> get user fulfilled
// #endregion
