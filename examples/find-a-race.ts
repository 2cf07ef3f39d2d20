// A small client, written the usual way; the race in it; and the same client without. Run: npm run build, then this file.
import { type Runtime, timed } from 'timed-operation';
import { exploreAsync, formatReport, type Port, type Probe } from 'timed-operation/testing';

interface Waiter {
  readonly resolve: (line: string) => void;
  readonly reject: (error: Error) => void;
}

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** One line out, one line back, in order: the shape of Redis, memcached and many others. */
class LineClient {
  waiting: Waiter[] = [];
  readonly #port: Port;
  readonly #runtime: Runtime;
  #text = '';

  constructor(port: Port, runtime: Runtime) {
    this.#port = port;
    this.#runtime = runtime;
    port.ondata = (bytes) => this.#receive(decoder.decode(bytes));
    port.onclose = () => {
      for (const { reject } of this.waiting.splice(0)) reject(new Error('The connection is closed'));
    };
  }

  get(key: string, ms: number): Promise<string> {
    return timed(
      ({ signal }) =>
        new Promise<string>((resolve, reject) => {
          const waiter = { resolve, reject };
          this.waiting.push(waiter);
          signal.addEventListener('abort', () => this.giveUp(waiter));
          this.#port.write(encoder.encode(`${key}\n`));
        }),
      { timeout: ms, runtime: this.#runtime, name: `get ${key}` },
    );
  }

  /** Nobody waits for it any more, so out of the list with it. */
  giveUp(waiter: Waiter): void {
    this.waiting = this.waiting.filter((each) => each !== waiter);
  }

  #receive(text: string): void {
    const lines = (this.#text + text).split('\n');
    this.#text = lines.pop() ?? '';
    for (const line of lines) this.waiting.shift()?.resolve(line);
  }
}

/** The fix: the response is on its way, whoever waits for it. Its place stays, and swallows it. */
class FixedLineClient extends LineClient {
  override giveUp(): void {}
}

/** Two gets on one connection to a server that answers each key in capitals. */
function twoGets(Client: typeof LineClient): Probe<void> {
  return {
    name: Client.name,
    setup(world) {
      const { client, server } = world.pipe({ split: 'each-byte', late: true });
      server.ondata = (bytes) => server.write(encoder.encode(decoder.decode(bytes).toUpperCase()));
      const connection = new Client(client, world.runtime);
      const get = async (key: string, ms: number) => {
        const value = await connection.get(key, ms);
        world.always(value === key.toUpperCase(), `get('${key}') gave '${value}'`);
      };
      world.settles(get('a', 50), "get('a')");
      world.settles(get('b', 80), "get('b')");
    },
  };
}

for (const Client of [LineClient, FixedLineClient]) {
  console.log(`${formatReport(await exploreAsync(twoGets(Client)))}\n`);
}
