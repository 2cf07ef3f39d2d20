import { type Runtime, timed } from 'timed-operation';
import { exploreAsync, type Port, type Probe } from 'timed-operation/testing';

interface Waiter {
  readonly resolve: (line: string) => void;
  readonly reject: (error: Error) => void;
}

const encoder = new TextEncoder();
const decoder = new TextDecoder();

class LineClient {
  waiting: Waiter[] = [];
  readonly #port: Port;
  readonly #runtime: Runtime;
  #text = '';

  constructor(port: Port, runtime: Runtime) {
    this.#port = port;
    this.#runtime = runtime;
    port.ondata = (bytes) => this.#receive(decoder.decode(bytes));
  }

  get(key: string, ms: number): Promise<string> {
    const ask = ({ signal }: { signal: AbortSignal }) =>
      new Promise<string>((resolve, reject) => {
        const waiter = { resolve, reject };
        this.waiting.push(waiter);
        signal.addEventListener('abort', () => this.giveUp(waiter));
        this.#port.write(encoder.encode(`${key}\n`));
      });
    return timed(ask, { timeout: ms, runtime: this.#runtime, name: `get ${key}` });
  }

  giveUp(waiter: Waiter): void {
    this.waiting = this.waiting.filter((each) => each !== waiter);
  }

  #receive(text: string): void {
    const lines = (this.#text + text).split('\n');
    this.#text = lines.pop() ?? '';
    for (const line of lines) this.waiting.shift()?.resolve(line);
  }
}

const twoGets: Probe<void> = {
  name: 'two gets',
  setup(world) {
    const { client, server } = world.pipe({ split: 'each-byte', late: true });
    server.ondata = (bytes) => server.write(encoder.encode(decoder.decode(bytes).toUpperCase()));
    const connection = new LineClient(client, world.runtime);
    const get = async (key: string, ms: number): Promise<void> => {
      const value = await connection.get(key, ms);
      world.always(value === key.toUpperCase(), `get('${key}') gave '${value}'`);
    };
    world.settles(get('a', 50), "get('a')");
    world.settles(get('b', 80), "get('b')");
  },
};

const report = await exploreAsync(twoGets);
console.log(report.failures[0]?.message); //=> get('b') gave 'A'
