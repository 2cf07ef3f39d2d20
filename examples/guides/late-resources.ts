// #region setting
import { setTimeout as wait } from 'node:timers/promises';
import { timed } from 'timed-operation';

class Connection {
  async [Symbol.asyncDispose](): Promise<void> {
    console.log('closed');
  }
}

let deliver = (): void => {};

/** It takes no notice of a signal, as many a driver does; its connection comes when `deliver` is called. */
function connect(): Promise<Connection> {
  return new Promise((resolve) => {
    deliver = () => resolve(new Connection());
  });
}
// #endregion

// #region dispose
const call = timed(connect, { timeout: 20, name: 'connect', disposeLate: true });
await call.catch((error) => console.log(error.message)); //=> Operation 'connect' timed out after 20 ms
deliver(); // And here it comes.
await call.operation.finished;
await wait(1); //=> closed
// #endregion

// #region late
const spare: Connection[] = [];
const other = timed(connect, {
  timeout: 20,
  onLate(outcome) {
    console.log(outcome.stage, outcome.status);
    if (outcome.status === 'fulfilled') spare.push(outcome.value as Connection);
  },
});
await other.catch(() => {});
deliver();
await other.operation.finished;
await wait(1); //=> response fulfilled
console.log(spare.length); //=> 1
// #endregion

// #region shared
// A promise may belong to others too: nothing disposes of what it comes to.
const shared = connect();
await timed(shared, { timeout: 20, disposeLate: true }).catch((error) => console.log(error.message));
//=> The operation timed out after 20 ms
deliver();
console.log((await shared) instanceof Connection); //=> true
// #endregion
