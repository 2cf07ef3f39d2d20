// #region setting
import { setTimeout as wait } from 'node:timers/promises';
import { Deadline, earlierErrors, hedge, isTimeoutError, retry, type TimedContext, timed } from 'timed-operation';

class Unavailable extends Error {}

let failures = 2;
async function getUser(_context: TimedContext): Promise<string> {
  if (failures-- > 0) throw new Unavailable(`${failures} more`);
  return 'Ada';
}

const down = (_context: TimedContext, attempt: number): Promise<string> =>
  Promise.reject(new Unavailable(`attempt ${attempt}`));

async function replica({ signal }: TimedContext, attempt: number): Promise<string> {
  await wait(attempt === 1 ? 10_000 : 1, undefined, { signal });
  return `replica ${attempt}`;
}

const stuck = (_context: TimedContext) => new Promise<string>(() => {});
// #endregion

// #region retry
const user = await retry(getUser, { timeout: 5_000, attempts: 5, perAttempt: 1_000, backoff: 10 });
console.log(user); //=> Ada
// #endregion

// #region errors
try {
  await retry(down, { timeout: 5_000, backoff: 1, retryIf: (error) => error instanceof Unavailable });
} catch (error) {
  console.log((error as Error).message); //=> attempt 3
  console.log(earlierErrors(error).map((each) => (each as Error).message)); //=> [ 'attempt 1', 'attempt 2' ]
}
// #endregion

// #region spent
const silent = () => new Promise<never>(() => {});
const call = retry(silent, { timeout: 50, perAttempt: 20, backoff: 0, attempts: Number.POSITIVE_INFINITY });
try {
  await call;
} catch (error) {
  // The whole's own limit, and not that of an attempt.
  console.log(isTimeoutError(error) && error.limitMs); //=> 50
}
// #endregion

// #region hedge
const answer = await hedge(replica, { after: 20, max: 3, timeout: 5_000 });
console.log(answer); //=> replica 2
// #endregion

// #region within
// The page has 200 ms. However patient its parts are, they end with it.
const page = timed((context) => retry(stuck, { within: context, attempts: 5, perAttempt: 60_000 }), {
  timeout: 200,
  name: 'page',
});
await page.catch((error) => console.log(error.message)); //=> Operation 'page' timed out after 200 ms
console.log(page.operation.outcome); //=> timedOut

// An instant that came with the request does as well.
const deadline = Deadline.after(5_000);
failures = 1;
console.log(await retry(getUser, { deadline, backoff: 10 })); //=> Ada
// #endregion
