// #region setting
import assert from 'node:assert/strict';
import { defaultRuntime, type Runtime, retry, timed, type WorkSignal } from 'timed-operation';
import { ManualRuntime } from 'timed-operation/testing';

// #endregion

// #region subject
type Get = (signal: WorkSignal) => Promise<string>;

/** What is to be tested: three attempts of a second each, with pauses, in five seconds at most. */
function loadUser(get: Get, runtime: Runtime = defaultRuntime): Promise<string> {
  const options = { timeout: 5_000, perAttempt: 1_000, backoff: 100, jitter: 0, runtime };
  return retry(({ signal }) => get(signal), options);
}
// #endregion

// #region test
const runtime = new ManualRuntime();
let asked = 0;
const silent = () => {
  asked++;
  return new Promise<never>(() => {});
};
const user = loadUser(silent, runtime);
user.catch(() => {});

await runtime.advanceAsync(1_000); // The first attempt times out.
assert.equal(asked, 1);
await runtime.advanceAsync(100); // The pause is over.
assert.equal(asked, 2);
// From deadline to deadline, until it settles.
await runtime.run(user).catch((error) => console.log(error.message)); //=> The operation timed out after 1000 ms
console.log(asked, runtime.now); //=> 3 3200
// #endregion

// #region leaks
// Nothing is armed, listened to or undecided any more.
console.log(runtime.armed, runtime.listeners, runtime.undecided); //=> 0 0 0
// #endregion

// #region order
const time = new ManualRuntime();
let respond = (_value: string): void => {};
const response = new Promise<string>((resolve) => {
  respond = resolve;
});
const call = timed(() => response, { timeout: 100, runtime: time });
time.advance(99.5);
respond('just in time');
await time.settle(); // Continuations and completions run; time does not move.
time.advance(0.5);
console.log(await call); //=> just in time
// #endregion
