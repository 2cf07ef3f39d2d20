import fc from 'fast-check';
import { type Runtime, TimedOperation, timed } from 'timed-operation';
import {
  assertRacesAsync,
  exploreAsync,
  type Failure,
  formatReport,
  type Port,
  type Probe,
  raceTable,
} from 'timed-operation/testing';
import { runWith, schedules } from 'timed-operation/testing/fast-check';

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

  // #region give-up
  /** Nobody waits for it any more, so out of the list with it. */
  giveUp(waiter: Waiter): void {
    this.waiting = this.waiting.filter((each) => each !== waiter);
  }
  // #endregion

  #receive(text: string): void {
    const lines = (this.#text + text).split('\n');
    this.#text = lines.pop() ?? '';
    for (const line of lines) this.waiting.shift()?.resolve(line);
  }
}

// #region fix
/** The fix: the response is on its way, whoever waits for it. Its place stays, and swallows it. */
class FixedLineClient extends LineClient {
  override giveUp(): void {}
}
// #endregion

// #region probe
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
// #endregion

// #region find
const found = await exploreAsync(twoGets(LineClient));
console.log(found.failures[0]?.message); //=> get('b') gave 'A'

const fixed = await exploreAsync(twoGets(FixedLineClient), { strategy: { deviations: 3 } });
console.log(fixed.ok, fixed.complete); //=> true deviations 3
// #endregion

const failure = found.failures[0] as Failure;
console.info(raceTable(failure));
console.info(formatReport(fixed));

// #region replay
const { token } = failure;
const again = await exploreAsync(twoGets(LineClient), { strategy: { replay: token } });
console.log(again.failures[0]?.message); //=> get('b') gave 'A'
// #endregion

// #region assert
await assertRacesAsync(twoGets(FixedLineClient), {
  strategy: { deviations: 2 },
  outcomes: {
    'fulfilled, fulfilled': 'required',
    'timedOut, fulfilled': 'acceptable',
    'fulfilled, timedOut': 'acceptable',
    'timedOut, timedOut': 'acceptable',
  }, // All others are forbidden.
  races: ['response', 'timeout'], // Each order of the two, with and without the completion in between.
});
// #endregion

// #region fast-check
const operations = (limits: readonly number[]): Probe<void> => ({
  name: 'operations',
  setup(world) {
    for (const [index, ms] of limits.entries()) {
      const operation = new TimedOperation(world.runtime, {}, undefined);
      if (operation.submit(() => {})) operation.arm(ms);
      world.anytime(`response ${index}`, () => operation.respond(index), { maybe: true });
    }
  },
});

const limits = fc.array(fc.nat(200), { maxLength: 4 });
fc.assert(fc.property(schedules(), limits, (schedule, ms) => runWith(operations(ms), schedule)));
// #endregion
