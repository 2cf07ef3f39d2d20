import { setTimeout as wait } from 'node:timers/promises';
import { isTimeoutError, type TimedContext, timed } from 'timed-operation';
import { ManualRuntime } from 'timed-operation/testing';

const get = ({ signal }: Pick<TimedContext, 'signal'>) => wait(5, 'Ada', { signal });
const silent = () => new Promise<string>(() => {});
const promise = wait(5, 'Bob');
const { signal } = new AbortController();

// #region forms
console.log(await timed(get, 5_000)); //=> Ada
console.log(await timed(promise, 5_000)); //=> Bob
console.log(await timed(get, { timeout: 5_000, signal })); //=> Ada
console.log(await timed(get, Number.POSITIVE_INFINITY)); //=> Ada
console.log(await timed(silent, { timeout: 20, fallback: () => 'cached' })); //=> cached
console.log(await timed(silent, { timeout: 20, fallback: () => undefined })); //=> undefined

try {
  await timed(silent, { timeout: 20, name: 'get user' });
} catch (error) {
  if (isTimeoutError(error)) console.log(error.message); //=> Operation 'get user' timed out after 20 ms
}
// #endregion

// #region retry
// A fallback that may take time goes behind the call, with a limit of its own.
const again = (error: unknown) => {
  if (!isTimeoutError(error)) throw error;
  return timed(get, 5_000);
};
console.log(await timed(silent, 20).catch(again)); //=> Ada
// #endregion

// #region clear
const call = timed(async (context) => {
  await wait(5);
  context.extend(Number.POSITIVE_INFINITY); // It has begun to answer: let it.
  return wait(5, 'Ada');
}, 5_000);
console.log(await call, call.operation.remaining()); //=> Ada Infinity
// #endregion

// #region timers
const runtime = new ManualRuntime();
const waiting = timed(silent, { timeout: 5_000, runtime });
runtime.advance(5_000);
await waiting.catch((error) => console.log(error.elapsedMs)); //=> 5000
// #endregion
