import { after, type Waiting } from '../../core/after.ts';
import type { Runtime } from '../../core/runtime.ts';

/** Looks now and then at the age of the oldest unanswered operation, so that a silent connection is found without any timeout. */
export class UnansweredWatch {
  readonly #runtime: Runtime;
  readonly #limitMs: number;
  readonly #of: { readonly oldestAt: number | undefined };
  readonly #tooOld: () => void;
  #next: Waiting | undefined;

  /** @param of says when its oldest was written: ms; `undefined` while nothing is in flight. */
  constructor(runtime: Runtime, limitMs: number, of: { readonly oldestAt: number | undefined }, tooOld: () => void) {
    this.#runtime = runtime;
    this.#limitMs = limitMs;
    this.#of = of;
    this.#tooOld = tooOld;
  }

  /** Something is in flight. */
  start(): void {
    if (this.#next !== undefined || this.#limitMs === Number.POSITIVE_INFINITY) return;
    const restMs = Math.max(1, this.#limitMs - this.ageMs);
    this.#next = after(this.#runtime, restMs, () => this.#look(), { ref: false });
  }

  stop(): void {
    this.#next?.cancel();
  }

  /** Age of the oldest: ms; 0 while nothing is in flight. */
  get ageMs(): number {
    const { oldestAt } = this.#of;
    return oldestAt === undefined ? 0 : this.#runtime.clock.now() - oldestAt;
  }

  /** Whether the oldest is too old already. */
  get due(): boolean {
    return this.ageMs >= this.#limitMs;
  }

  #look(): void {
    this.#next = undefined;
    if (this.due && this.#of.oldestAt !== undefined) this.#tooOld();
    else if (this.#of.oldestAt !== undefined) this.start();
  }
}
