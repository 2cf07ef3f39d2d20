import type { Clock } from './clock.ts';
import type { Completion } from './completion.ts';
import { isFaked } from './is-faked.ts';
import { Place } from './place.ts';
import { reportError } from './report-error.ts';
import { NodeList } from './wheel.ts';

/** Runs completions apart from the decisions that caused them. */
export interface Executor {
  /** Whether nothing is queued or running: then a completion that runs no user code may go out at once. */
  readonly idle: boolean;
  /** How many completions wait. */
  readonly queued: number;
  /** Queues a completion; `failure` chooses the lane. */
  submit(completion: Completion, failure: boolean): void;
}

/** Runs `task` in a later turn of the event loop, after timers and I/O had theirs; `referenced`: the process waits for it. */
export type NextTurn = (task: () => void, referenced: boolean) => void;

/** How many completions go out before the microtasks they set off get their turn. */
const BATCH = 64;
/** How long a slice lasts, continuations included, before timers and I/O get their turn: ms. */
const SLICE_MS = 8;

const settled = Promise.resolve();
/** A failure reaches whoever awaits it three microtasks after its completion: hop, stack, promise. */
function hop(): void {}

/**
 * The completion executor: results and failures each in a lane of their own, taken in turn, so that neither waits behind a burst of
 * the other. A batch of completions, the microtasks they set off, and only then a look at the clock: so the budget counts what the
 * continuations cost, not only the act of resolving.
 */
export class CompletionExecutor implements Executor {
  idle = true;
  queued = 0;
  readonly #clock: Clock;
  readonly #nextTurn: NextTurn;
  readonly #results: NodeList = new NodeList();
  readonly #failures: NodeList = new NodeList();
  #failureNext = false;
  /** How many of those queued keep the process alive. */
  #referenced = 0;
  /** Whether it waits for a turn for which the process does not. */
  #detached = false;
  #sliceStart: number | undefined;

  constructor(clock: Clock, nextTurn: NextTurn = hostTurn) {
    this.#clock = clock;
    this.#nextTurn = nextTurn;
  }

  submit(completion: Completion, failure: boolean): void {
    (failure ? this.#failures : this.#results).append(new Place(completion));
    this.queued++;
    if (completion.referenced && this.#referenced++ === 0 && this.#detached) this.#nextTurn(() => {}, true);
    if (!this.idle) return;
    this.idle = false;
    settled.then(this.#batch);
  }

  readonly #batch = (): void => {
    this.#detached = false;
    // A single batch needs no budget, and so no clock.
    if (this.queued > BATCH) this.#sliceStart ??= this.#clock.now();
    for (let count = 0; count < BATCH && this.queued > 0; count++) {
      try {
        this.#take().run();
      } catch (error) {
        reportError(error);
      }
    }
    this.idle = this.queued === 0;
    if (this.idle) this.#sliceStart = undefined;
    else settled.then(hop).then(hop).then(hop).then(this.#afterBatch);
  };

  readonly #afterBatch = (): void => {
    const now = this.#clock.now();
    this.#sliceStart ??= now;
    if (now - this.#sliceStart < SLICE_MS) {
      this.#batch();
      return;
    }
    this.#sliceStart = undefined;
    this.#detached = this.#referenced === 0;
    this.#nextTurn(this.#batch, !this.#detached);
  };

  #take(): Completion {
    const first = this.#failureNext ? this.#failures : this.#results;
    this.#failureNext = !this.#failureNext;
    const second = this.#failureNext ? this.#failures : this.#results;
    const { listed } = (first.shift() ?? second.shift()) as unknown as Place<Completion>;
    this.queued--;
    if (listed.referenced) this.#referenced--;
    return listed;
  }
}

interface Unreferable {
  unref?(): void;
}

interface TurnHost {
  setImmediate?(task: () => void): Unreferable;
  setTimeout(task: () => void, ms: number): Unreferable;
  process?: { nextTick?(task: () => void): void };
  MessageChannel: new () => {
    port1: Unreferable & { onmessage: (() => void) | null; close(): void };
    port2: { postMessage(message: unknown): void };
  };
}

// Taken at import: a turn of the loop is the host's, and no fake timer's. Fakes that were there before cannot be seen through, but
// nobody fakes a channel.
const { setImmediate, setTimeout, MessageChannel, process } = globalThis as unknown as TurnHost;
const nextTick = process?.nextTick;

/**
 * The host's next turn. `setImmediate` runs after a poll for I/O; a `MessageChannel` message lets timers and I/O run before it, though
 * browsers promise no order among them.
 */
export const hostTurn: NextTurn =
  !setImmediate || isFaked(setImmediate)
    ? (task, referenced) => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => {
          port1.close();
          task();
        };
        if (!referenced) port1.unref?.();
        port2.postMessage(0);
      }
    : (task, referenced) => {
        const immediate = setImmediate(task);
        if (referenced) return;
        immediate.unref?.();
        // A loop with nothing to do but wait for I/O takes no notice of an unreferenced immediate: a timer ends the wait.
        setTimeout(() => setImmediate(() => {}), 0).unref?.();
      };

/** When what runs now has run, and before the next turn: a tenth of what that costs. Where the host knows no such moment, the next turn. */
export const hostTick: NextTurn = !nextTick || isFaked(nextTick) ? hostTurn : (task) => nextTick(task);
