import { timed } from 'timed-operation';
import { ManualRuntime } from 'timed-operation/testing';

// An hour of waiting, in no time: this runtime's clock moves when it is told.
const runtime = new ManualRuntime();
const call = timed(() => new Promise(() => {}), { timeout: 3_600_000, runtime });

runtime.advance(3_599_999);
console.log(call.operation.state, call.operation.remaining()); //=> WAITING_RESPONSE 1
runtime.advance(1);
console.log(call.operation.outcome); //=> timedOut
await call.catch((error) => console.log(error.elapsedMs)); //=> 3600000
