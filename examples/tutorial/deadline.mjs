import { setTimeout as wait } from 'node:timers/promises';
import { Deadline, timed } from 'timed-operation';

const step = (name, ms, signal) => wait(ms, name, { signal });

// Three calls, one after the other; all of them together get 250 ms.
const deadline = Deadline.after(250);
for (const name of ['first', 'second', 'third']) {
  try {
    const value = await timed(({ signal }) => step(name, name === 'second' ? 10_000 : 1, signal), { deadline, name });
    console.log(value);
  } catch (error) {
    console.log(error.message);
  }
}
//=> first
//=> Operation 'second' timed out after 250 ms (deadline)
//=> Operation 'third' timed out after 250 ms (deadline)

// The same for calls inside a call: `within` hands its limit and its signal down.
const page = timed(
  async (context) => {
    const user = await timed(({ signal }) => step('user', 1, signal), { timeout: 1_000, within: context });
    const news = await timed(({ signal }) => step('news', 10_000, signal), { timeout: 60_000, within: context });
    return [user, news];
  },
  { timeout: 200, name: 'page' },
);
await page.catch((error) => console.log(error.message)); //=> Operation 'page' timed out after 200 ms
