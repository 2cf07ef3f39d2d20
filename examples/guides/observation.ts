// #region setting
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { createRuntime, runtimeStats, timed } from 'timed-operation';
import { type OperationMessage, publishDiagnostics } from 'timed-operation/node';

const silent = () => new Promise<never>(() => {});
// #endregion

// #region channels
const publishing = publishDiagnostics();

const onStart = (message: unknown) => {
  // One object for all events of an operation: a tracer keeps its span on it.
  (message as OperationMessage)['startedAt'] = performance.now();
};
const onDecide = (message: unknown) => {
  const { operation, name, startedAt } = message as OperationMessage;
  console.log(name, operation.outcome, typeof startedAt);
};
subscribe('timed-operation:start', onStart);
subscribe('timed-operation:decide', onDecide);

await timed(async () => 'Ada', { timeout: 500, name: 'get user' }); //=> get user fulfilled number
await timed(silent, { timeout: 10, name: 'get news' }).catch(() => {}); //=> get news timedOut number
// #endregion

unsubscribe('timed-operation:start', onStart);
unsubscribe('timed-operation:decide', onDecide);
publishing[Symbol.dispose]();

// #region observer
const runtime = createRuntime({
  observer: {
    late: (operation, outcome) => console.log(operation.name, 'came late:', outcome.status),
    hookError: (error, operation) => console.log(operation.name, 'has a hook that throws:', (error as Error).message),
  },
});
const call = timed(() => 'Ada', {
  runtime,
  name: 'get user',
  decode: (text) => text,
  onLate() {
    throw new Error('oops');
  },
});
call.cancel(); //=> get user came late: fulfilled
await call.catch(() => {}); //=> get user has a hook that throws: oops
// #endregion

// #region stats
await timed(() => 'Ada', { timeout: 500, runtime });
const { waiting, decided, late } = runtimeStats(runtime);
console.log(waiting, late); //=> 0 1
console.log(decided); //=> { fulfilled: 1, failed: 0, timedOut: 0, cancelled: 1 }
// #endregion
