import type { Clock } from './clock.ts';
import { type Completion, CompletionLane } from './completion-lane.ts';
import { isFaked } from './is-faked.ts';
import { reportError } from './report-error.ts';

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

/**
 * The completion executor: results and failures each in a lane of their own, taken in turn, so that neither waits behind a burst of
 * the other. A batch of completions, the microtasks they set off, and only then a look at the clock: so the budget counts what the
 * continuations cost, not only the act of resolving.
 */
export class CompletionExecutor implements Executor {
  readonly #clock: Clock;
  readonly #nextTurn: NextTurn;
  readonly #results: CompletionLane = new CompletionLane();
  readonly #failures: CompletionLane = new CompletionLane();
  #running = false;
  /** Whether it waits for a turn for which the process does not. */
  #detached = false;
  #failureNext = false;
  #sliceStart: number | undefined;

  constructor(clock: Clock, nextTurn: NextTurn = hostTurn) {
    this.#clock = clock;
    this.#nextTurn = nextTurn;
  }

  get idle(): boolean {
    return !this.#running;
  }

  get queued(): number {
    return this.#results.size + this.#failures.size;
  }

  submit(completion: Completion, failure: boolean): void {
    (failure ? this.#failures : this.#results).push(completion);
    if (this.#detached && completion.referenced) {
      this.#detached = false;
      this.#nextTurn(() => {}, true);
    }
    if (this.#running) return;
    this.#running = true;
    settled.then(this.#startSlice);
  }

  readonly #startSlice = (): void => {
    this.#detached = false;
    // A single batch needs no budget, and so no clock.
    this.#sliceStart = this.queued > BATCH ? this.#clock.now() : undefined;
    this.#runBatch();
  };

  readonly #afterBatch = (): void => {
    const now = this.#clock.now();
    this.#sliceStart ??= now;
    if (now - this.#sliceStart < SLICE_MS) {
      this.#runBatch();
      return;
    }
    const referenced = this.#results.referenced || this.#failures.referenced;
    this.#detached = !referenced;
    this.#nextTurn(this.#startSlice, referenced);
  };

  #runBatch(): void {
    for (let count = 0; count < BATCH; count++) {
      const completion = this.#take();
      if (completion === undefined) break;
      try {
        completion.run();
      } catch (error) {
        reportError(error);
      }
    }
    if (this.queued > 0) settled.then(this.#afterBatch);
    else this.#running = false;
  }

  #take(): Completion | undefined {
    const failure = this.#failures.size > 0 && (this.#failureNext || this.#results.size === 0);
    this.#failureNext = !failure;
    return (failure ? this.#failures : this.#results).shift();
  }
}

interface Unreferable {
  unref?(): void;
}

interface TurnHost {
  setImmediate?(task: () => void): Unreferable;
  setTimeout(task: () => void, ms: number): Unreferable;
  MessageChannel?: new () => {
    port1: { onmessage: (() => void) | null; ref?(): void; unref?(): void };
    port2: { postMessage(message: unknown): void };
  };
}

// Taken at import: a turn of the loop is the host's, and no fake timer's. Fakes that were there before cannot be seen through, but
// nobody fakes a channel.
const { setImmediate, setTimeout, MessageChannel } = globalThis as unknown as TurnHost;

/**
 * The host's next turn. `setImmediate` runs after a poll for I/O; a `MessageChannel` message lets timers and I/O run before it, though
 * browsers promise no order among them; a zero timeout is what is left.
 */
export const hostTurn: NextTurn =
  typeof setImmediate === 'function' && !(isFaked(setImmediate) && typeof MessageChannel === 'function')
    ? (task, referenced) => {
        const immediate = setImmediate(task);
        if (referenced) return;
        immediate.unref?.();
        // A loop with nothing to do but wait for I/O takes no notice of an unreferenced immediate: a timer ends the wait.
        setTimeout(() => setImmediate(() => {}), 0).unref?.();
      }
    : typeof MessageChannel === 'function'
      ? channelTurn(MessageChannel)
      : (task) => {
          setTimeout(task, 0);
        };

function channelTurn(Channel: NonNullable<TurnHost['MessageChannel']>): NextTurn {
  const tasks: (() => void)[] = [];
  let channel: InstanceType<typeof Channel> | undefined;
  return (task, referenced) => {
    if (channel === undefined) {
      channel = new Channel();
      const { port1 } = channel;
      port1.onmessage = () => {
        const next = tasks.shift();
        if (tasks.length === 0) port1.unref?.();
        next?.();
      };
      port1.unref?.();
    }
    tasks.push(task);
    if (referenced) channel.port1.ref?.();
    channel.port2.postMessage(null);
  };
}
