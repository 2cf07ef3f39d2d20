import { timed } from 'timed-operation';

const url = 'data:application/json,{"name":"Ada"}';
const silent = () => new Promise(() => {});

// The limit holds for all of the work, the body included. When it passes, the signal aborts.
const user = await timed(async ({ signal }) => (await fetch(url, { signal })).json(), 1_000);
console.log(user); //=> { name: 'Ada' }

const news = timed(silent, { timeout: 20, name: 'get news' });
await news.catch((error) => console.log(error.message)); //=> Operation 'get news' timed out after 20 ms

// A signal of your own gives the call up, too; and a fallback takes the place of the timeout's error.
const { signal } = new AbortController();
console.log(await timed(silent, { timeout: 20, signal, fallback: 'no news' })); //=> no news

const call = timed(silent, 5_000);
console.log(call.cancel('the user left')); //=> true
console.log(call.operation.outcome); //=> cancelled
await call.catch((error) => console.log(error.cause)); //=> the user left
