// #region setting
import { setTimeout as wait } from 'node:timers/promises';
import { type TimedPromise, timed } from 'timed-operation';

// #endregion

// #region track
/** The calls under way of one service. */
class UnderWay {
  readonly #calls: Set<TimedPromise<unknown>> = new Set();
  #closing = false;

  /** Begins a call, unless the service is closing. */
  begin<Value>(start: () => TimedPromise<Value>): TimedPromise<Value> {
    if (this.#closing) throw new Error('The service is closing');
    const call = start();
    this.#calls.add(call);
    // `finished`, and not the promise: a work may go on after its caller was released.
    void call.operation.finished.then(() => this.#calls.delete(call));
    return call;
  }

  /** Takes no more, waits up to `drainMs` for what is under way, gives up the rest. Returns how many that were. */
  async close(drainMs: number): Promise<number> {
    this.#closing = true;
    await timed(Promise.allSettled(this.#calls), { timeout: drainMs, fallback: 'enough' });
    const rest = [...this.#calls].filter((call) => call.cancel('shutting down'));
    // And what has been given up gets as long again to clean up.
    const ends = rest.map(({ operation }) => operation.finished);
    await timed(Promise.all(ends), { timeout: drainMs, fallback: 'enough' });
    return rest.length;
  }
}
// #endregion

// #region close
const service = new UnderWay();
const short = service.begin(() => timed(({ signal }) => wait(5, 'short', { signal }), 1_000));
const long = service.begin(() => timed(({ signal }) => wait(60_000, 'long', { signal }), { timeout: 60_000 }));
long.catch((error) => console.log(error.message));

console.log(await service.close(200), 'given up');
console.log(await short);
//=> The operation was cancelled: 'shutting down'
//=> 1 given up
//=> short
// #endregion
