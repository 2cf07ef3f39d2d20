import { isPlainPromise } from './probe-is-async.ts';
import type { StateHash } from './state-hash.ts';
import type { Lane, Step } from './step.ts';
import type { WorldParts } from './world-parts.ts';

/** A step that the probe named. Kept from run to run. */
export class EventStep implements Step {
  readonly lasts: boolean = true;
  text = '';
  labelId = -1;
  lane: Lane = 'user';
  /** May never happen. */
  maybe = false;
  /** Not before this time; -1 for any time. */
  at = -1;
  /** Numbers of the names that must have happened before. */
  after: readonly number[] | undefined = undefined;
  done = false;
  run: () => unknown = () => {};

  readonly #world: WorldParts;

  constructor(world: WorldParts) {
    this.#world = world;
  }

  hash(state: StateHash): void {
    state.add(this.labelId * 2 + (this.maybe ? 1 : 0));
    if (this.at >= 0) state.add(this.at);
  }

  label(): number {
    return this.labelId;
  }

  take(): void {
    this.done = true;
    this.#world.clock.moveTo(this.at);
    const given = this.run();
    if (given !== undefined && isPlainPromise(given)) this.#world.awaits(`'${this.text}' is an async function`);
  }
}
