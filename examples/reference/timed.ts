// #region scope
import { timed } from 'timed-operation';

const slow = () => new Promise<string>(() => {});

async function firstPage(): Promise<string> {
  const call = timed(slow, 5_000);
  await using operation = call.operation; // `using` does as well. The promise itself cannot be used so.
  if (operation.remaining() > 1_000) return 'left early';
  return call;
}
console.log(await firstPage()); //=> left early
// #endregion

// #region then
const call = timed(slow, 5_000);
const length = call.then((text) => text.length); // A promise like any other: no `cancel`, no `operation`.
console.log('cancel' in length, call.cancel('enough')); //=> false true
await length.catch((error) => console.log(error.message)); //=> The operation was cancelled: 'enough'
// #endregion
