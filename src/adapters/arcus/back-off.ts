import { runReported } from '../../core/report-error.ts';

/** How long to wait before the next attempt to connect: twice as long each time, up to a limit, and never quite the same. */
export class BackOff {
  readonly #firstMs: number;
  readonly #mostMs: number;
  readonly #random: () => number;
  #attempts = 0;

  /** @param random from 0 up to 1 */
  constructor(firstMs: number, mostMs: number, random: () => number) {
    this.#firstMs = firstMs;
    this.#mostMs = mostMs;
    this.#random = random;
  }

  /** Attempts that failed since the last one that did not. */
  get attempts(): number {
    return this.#attempts;
  }

  /** One more has failed. Returns the wait in ms: between half of its step and the whole. */
  next(): number {
    const step = Math.min(this.#mostMs, this.#firstMs * 2 ** this.#attempts++);
    const chance = this.#chance();
    return step / 2 + (step / 2) * chance;
  }

  /** Without one from 0 to 1 there is no chance in it: a wait must come of it all the same. */
  #chance(): number {
    let chance = 1;
    runReported(() => {
      chance = this.#random();
    });
    return chance >= 0 && chance <= 1 ? chance : 1;
  }

  reset(): void {
    this.#attempts = 0;
  }
}
