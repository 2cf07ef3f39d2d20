// #region setting
import { setTimeout as wait } from 'node:timers/promises';
import { isTimeoutError, timed, timedIterable } from 'timed-operation';

async function* lines(): AsyncGenerator<string> {
  yield 'first';
  yield 'second';
  // And then the other side falls silent.
  await wait(10_000, undefined, { ref: false });
}

async function* numbers(): AsyncGenerator<number> {
  for (let number = 1; ; number++) yield number;
}

/** It hears of parts of its answer, 10 ms apart, and then of nothing more. */
function download(onPart: () => void): Promise<void> {
  return new Promise(() => {
    for (const ms of [10, 20, 30]) setTimeout(onPart, ms);
  });
}
// #endregion

// #region silence
try {
  for await (const line of timedIterable(lines(), { idle: 50 })) {
    console.log(line);
  }
  //=> first
  //=> second
} catch (error) {
  if (!isTimeoutError(error)) throw error;
  console.log(error.kind, error.limitMs); //=> idle 50
}
// #endregion

// #region whole
const seen: number[] = [];
const controller = new AbortController();
try {
  for await (const number of timedIterable(numbers(), { timeout: 60_000, idle: 1_000, signal: controller.signal })) {
    seen.push(number);
    if (number === 3) controller.abort('enough');
  }
} catch (reason) {
  console.log(reason, seen); //=> enough [ 1, 2, 3 ]
}
// #endregion

// #region stream
const stream = new ReadableStream<string>({
  pull(source) {
    source.enqueue('chunk');
  },
  cancel() {
    console.log('the stream was cancelled');
  },
});
for await (const chunk of timedIterable(stream, { idle: 1_000 })) {
  console.log(chunk); //=> chunk
  break; //=> the stream was cancelled
}
// #endregion

// #region scope
async function first(): Promise<number> {
  await using items = timedIterable(numbers(), { idle: 1_000 });
  const step = await items.next();
  return step.done ? 0 : step.value;
}
console.log(await first()); //=> 1
// #endregion

// #region late
let answer = (_text: string): void => {};
const slow = (async function* () {
  yield await new Promise<string>((resolve) => {
    answer = resolve;
  });
})();
const items = timedIterable(slow, {
  idle: 10,
  onLate(outcome) {
    if (outcome.status === 'fulfilled') console.log('late:', outcome.value);
  },
});
await items.next().catch((error) => console.log(error.message)); //=> The operation timed out after 10 ms (idle)
answer('the item'); //=> late: the item
// #endregion

await wait(1);

// #region progress
let parts = 0;
const whole = timed(
  (context) =>
    download(() => {
      parts++;
      context.progress(); // A sign of life: the idle limit starts anew.
    }),
  { timeout: 60_000, idle: 100 },
);
await whole.catch((error) => console.log(error.kind, parts)); //=> idle 3
// #endregion
