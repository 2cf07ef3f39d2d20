import type { OperationRecord } from './operation-record.ts';
import { COMPLETE, EVENT_NAMES } from './race-codes.ts';
import { impossibleOrder, MEETS, RACING_EVENTS, type RacingEvent } from './race-table.ts';

const STATES: readonly string[] = [
  'NEW',
  'WAITING_RESPONSE',
  'RESPONSE_RECEIVED',
  'fulfilled',
  'failed',
  'timedOut',
  'cancelled',
];

/** Which events met which states, and which event came after which other on the same operation, over all runs of a check. */
export class Coverage {
  /** For each event, bits of the state words it found. */
  readonly #states: Int32Array = new Int32Array(EVENT_NAMES.length);
  /** For each event, before and after the completion, bits of the events that had come before it. */
  readonly #after: Int32Array = new Int32Array(EVENT_NAMES.length * 2);

  attempt(record: OperationRecord, event: number, from: number): void {
    const row = event * 2 + (record.count(COMPLETE) > 0 ? 1 : 0);
    this.#states[event] = (this.#states[event] as number) | (1 << from);
    this.#after[row] = (this.#after[row] as number) | record.seen;
  }

  /** The states in which each event was tried, by name. */
  get states(): Readonly<Record<string, readonly string[]>> {
    return Object.fromEntries(
      EVENT_NAMES.map((name, event) => [
        name,
        STATES.filter((_, word) => ((this.#states[event] as number) & (1 << word)) !== 0),
      ]),
    );
  }

  /** Whether `second` was ever tried on an operation after `first`, its completion having run in between, or not. */
  ordered(first: RacingEvent, second: RacingEvent, completed: boolean): boolean {
    const row = EVENT_NAMES.indexOf(second) * 2 + (completed ? 1 : 0);
    return ((this.#after[row] as number) & (1 << EVENT_NAMES.indexOf(first))) !== 0;
  }

  /** The orders among `events` that can happen and never did: each pair both ways, with and without the completion in between. */
  missing(events: readonly RacingEvent[] = RACING_EVENTS): string[] {
    const missing: string[] = [];
    for (const first of events) {
      for (const second of events) {
        for (const completed of [false, true]) {
          if (first === second || impossibleOrder(first, second, completed) !== undefined) continue;
          if (!this.ordered(first, second, completed)) {
            missing.push(`${first}, ${completed ? 'completion, ' : ''}${second}`);
          }
        }
      }
    }
    return missing;
  }

  /** The states that `events` can lead to in which one of them was never tried. */
  missingStates(events: readonly RacingEvent[] = RACING_EVENTS): string[] {
    const { states } = this;
    return events.flatMap((event) =>
      Object.entries(MEETS[event])
        .filter(([, leads]) => leads.length === 0 || leads.some((each) => events.includes(each)))
        .filter(([state]) => states[event]?.includes(state) !== true)
        .map(([state]) => `${event} in ${state}`),
    );
  }

  /** The orders among `events` that a correct race rules out, and that happened. */
  ruledOut(events: readonly RacingEvent[] = RACING_EVENTS): string[] {
    const seen: string[] = [];
    for (const first of events) {
      for (const completed of [false, true]) {
        if (first !== 'timeout' && this.ordered(first, 'timeout', completed)) seen.push(`${first}, timeout`);
      }
    }
    return seen;
  }
}
