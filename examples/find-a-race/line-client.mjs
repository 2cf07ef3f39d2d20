import { timed } from 'timed-operation';

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** One line out, one line back, in order: the shape of Redis, memcached and many others. */
export class LineClient {
  waiting = [];
  #port;
  #runtime;
  #text = '';

  constructor(port, runtime) {
    this.#port = port;
    this.#runtime = runtime;
    port.ondata = (bytes) => this.#receive(decoder.decode(bytes));
    port.onclose = () => {
      for (const { reject } of this.waiting.splice(0)) reject(new Error('The connection is closed'));
    };
  }

  get(key, ms) {
    const ask = ({ signal }) =>
      new Promise((resolve, reject) => {
        const waiter = { resolve, reject };
        this.waiting.push(waiter);
        signal.addEventListener('abort', () => this.giveUp(waiter));
        this.#port.write(encoder.encode(`${key}\n`));
      });
    return timed(ask, { timeout: ms, runtime: this.#runtime, name: `get ${key}` });
  }

  /** Nobody waits for it any more, so out of the list with it. */
  giveUp(waiter) {
    this.waiting = this.waiting.filter((each) => each !== waiter);
  }

  #receive(text) {
    const lines = (this.#text + text).split('\n');
    this.#text = lines.pop();
    for (const line of lines) this.waiting.shift()?.resolve(line);
  }
}
