import type { Lane, Step } from './step.ts';

/** A way in which the next bytes of a pipe may come, or not come. */
export class DeliveryStep implements Step {
  readonly lane: Lane = 'net';
  readonly lasts: boolean = false;
  readonly #label: number;
  readonly #act: () => void;

  constructor(label: number, act: () => void) {
    this.#label = label;
    this.#act = act;
  }

  label(): number {
    return this.#label;
  }

  take(): void {
    this.#act();
  }
}
