import { timed } from 'timed-operation';

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** One line out, one line back, in order. A careless one forgets whoever has given up; the response then goes to the next. */
class LineClient {
  #waiting = [];
  #text = '';

  constructor(port, runtime, careless) {
    this.port = port;
    this.runtime = runtime;
    this.careless = careless;
    port.ondata = (bytes) => this.#receive(decoder.decode(bytes));
    port.onclose = () => {
      for (const { reject } of this.#waiting.splice(0)) reject(new Error('The connection is closed'));
    };
  }

  get(key, timeout) {
    const ask = ({ signal }) =>
      new Promise((resolve, reject) => {
        const waiter = { resolve, reject };
        this.#waiting.push(waiter);
        signal.addEventListener('abort', () => {
          if (this.careless) this.#waiting = this.#waiting.filter((each) => each !== waiter);
        });
        this.port.write(encoder.encode(`${key}\n`));
      });
    return timed(ask, { timeout, runtime: this.runtime, name: `get ${key}` });
  }

  #receive(text) {
    const lines = (this.#text + text).split('\n');
    this.#text = lines.pop();
    for (const line of lines) this.#waiting.shift()?.resolve(line);
  }
}

/** Two gets on one connection to a server that answers each key in capitals. */
export function twoGets(kind) {
  return {
    name: `a ${kind} client`,
    setup(world) {
      const { client, server } = world.pipe({ split: 'each-byte', late: true });
      server.ondata = (bytes) => server.write(encoder.encode(decoder.decode(bytes).toUpperCase()));
      const connection = new LineClient(client, world.runtime, kind === 'careless');
      const get = async (key, ms) => {
        const value = await connection.get(key, ms);
        world.always(value === key.toUpperCase(), `get('${key}') gave '${value}'`);
      };
      world.settles(get('a', 50), "get('a')");
      world.settles(get('b', 80), "get('b')");
    },
  };
}
