import { isCancelledError, timed } from 'timed-operation';

const work = ({ signal }) =>
  new Promise(() => {
    signal.addEventListener('abort', () => console.log('the work hears:', signal.reason.message));
  });

const call = timed(work, 5_000);
console.log(call.operation.state); //=> WAITING_RESPONSE
console.log(call.cancel('the page was left'));
//=> the work hears: The operation was cancelled: 'the page was left'
//=> true
console.log(call.cancel('once more')); //=> false
await call.catch((error) => console.log(isCancelledError(error), error.cause)); //=> true the page was left

// A signal of your own cancels too, and its reason comes back as it is.
const controller = new AbortController();
const other = timed(() => new Promise(() => {}), { timeout: 5_000, signal: controller.signal });
controller.abort('shutting down');
await other.catch((reason) => console.log(reason)); //=> shutting down
