import { isTimeoutError, timed } from 'timed-operation';
import type { LineClient } from './line-client.ts';
import { monotonic } from './monotonic.ts';
import { RaceTimeout, raceWithTimer } from './race-with-timer.ts';
import type { Scenario } from './scenarios.ts';
import type { ServerProcess } from './server-process.ts';

/** One way of putting a limit on a call, in the table. */
export type Contender = 'timed' | 'race';

/** What became of one call. */
export interface Attempt {
  readonly id: number;
  readonly scenario: Scenario;
  readonly contender: Contender;
  readonly outcome: 'result' | 'timeout' | 'failure';
  /** Monotonic ms. */
  readonly deadline: number;
  /** From the limit to the caller's hearing of it: ms, negative when that was early. */
  readonly afterLimitMs: number;
}

/** Makes every call twice at the same moment, under the same limit: once through `timed`, once through the idiom. */
export class Contest {
  readonly attempts: Attempt[] = [];
  /** Requests that are still under way. */
  readonly open: Record<Contender, number> = { timed: 0, race: 0 };
  readonly #server: ServerProcess;
  readonly #client: LineClient;
  /** A second socket, for the reply from whose callback the loop is blocked. */
  readonly #pinger: LineClient;
  readonly #shutdown: AbortSignal;
  #nextId = 1;

  constructor(server: ServerProcess, client: LineClient, pinger: LineClient, shutdown: AbortSignal) {
    this.#server = server;
    this.#client = client;
    this.#pinger = pinger;
    this.#shutdown = shutdown;
  }

  /** Some calls at once; the loop is blocked meanwhile, if the scenario says so. */
  async wave(scenario: Scenario, onCall: () => void): Promise<void> {
    const calls: Promise<void>[] = [];
    for (let index = 0; index < scenario.wave; index++) {
      const overHttp = scenario.half === true || index % 2 === 0;
      const delayMs = scenario.delayMs();
      // Whoever goes first has the smaller lag: they take turns.
      const contenders = index % 4 < 2 ? (['timed', 'race'] as const) : (['race', 'timed'] as const);
      const pair = contenders.map((contender) => this.#attempt(scenario, contender, overHttp, delayMs));
      calls.push(Promise.all(pair).then(onCall));
    }
    if (scenario.stallPastMs !== undefined) {
      const until = monotonic() + scenario.limitMs + scenario.stallPastMs();
      this.#pinger.send(0, 0, () => {
        while (monotonic() < until);
      });
    }
    await Promise.all(calls);
  }

  async #attempt(scenario: Scenario, contender: Contender, overHttp: boolean, delayMs: number): Promise<void> {
    const id = this.#nextId++;
    const { limitMs } = scenario;
    const work = (signal?: AbortSignal) => {
      this.open[contender]++;
      const request = overHttp ? this.#fetch(scenario, id, delayMs, signal) : this.#client.request(id, delayMs, signal);
      return request.finally(() => this.open[contender]--);
    };
    const start = monotonic();
    let outcome: Attempt['outcome'] = 'result';
    try {
      if (contender === 'timed')
        await timed(({ signal }) => work(signal), { timeout: limitMs, signal: this.#shutdown });
      else await raceWithTimer(() => work(), limitMs);
    } catch (error) {
      outcome = isTimeoutError(error) || error instanceof RaceTimeout ? 'timeout' : 'failure';
    }
    const afterLimitMs = monotonic() - start - limitMs;
    this.attempts.push({ id, scenario, contender, outcome, deadline: start + limitMs, afterLimitMs });
  }

  async #fetch(scenario: Scenario, id: number, delayMs: number, signal: AbortSignal | undefined): Promise<unknown> {
    const path = scenario.half === true ? 'half' : 'whole';
    const url = `${this.#server.origin}/${path}?id=${id}&delayMs=${delayMs}`;
    const response = await fetch(url, signal === undefined ? {} : { signal });
    return response.json();
  }
}
