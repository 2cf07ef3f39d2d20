/**
 * The one word of an operation: where it is, and once it is decided, how. State and outcome share the word, so that whoever wins a
 * compare-and-set has said both, and nobody can see one without the other.
 */
export const NEW = 0;
export const WAITING_RESPONSE = 1;
export const RESPONSE_RECEIVED = 2;
/** From here on the operation is decided, and the word never changes again. */
export const FULFILLED = 3;
export const FAILED = 4;
export const TIMED_OUT = 5;
export const CANCELLED = 6;

export type OperationState = 'NEW' | 'WAITING_RESPONSE' | 'RESPONSE_RECEIVED' | 'DECIDED';
export type Outcome = 'fulfilled' | 'failed' | 'timedOut' | 'cancelled';

const STATES: readonly OperationState[] = ['NEW', 'WAITING_RESPONSE', 'RESPONSE_RECEIVED'];
const OUTCOMES: readonly Outcome[] = ['fulfilled', 'failed', 'timedOut', 'cancelled'];

/** The name of the state that a word stands for. */
export function stateOf(word: number): OperationState {
  return STATES[word] ?? 'DECIDED';
}

/** The outcome that a word stands for; `undefined` while undecided. */
export function outcomeOf(word: number): Outcome | undefined {
  // An index below 0 is no element, but a name to be looked up: that costs as much as all the rest.
  return word < FULFILLED ? undefined : OUTCOMES[word - FULFILLED];
}

/**
 * The state word of an operation that two threads share: each thread makes its own operation over a cell on the same memory, and an
 * event that wins on one thread is refused on the other. Only the winner's thread completes its waiter.
 *
 * ```ts
 * const cell = new SharedStateCell();                       // here
 * const same = new SharedStateCell(cell.buffer);            // there, in a worker that was sent `cell.buffer`
 * ```
 */
export class SharedStateCell {
  /** Four bytes, to be sent to the other thread. */
  readonly buffer: SharedArrayBuffer;
  readonly #word: Int32Array;

  /**
   * @param buffer memory of another cell; a new one, in state NEW, by default.
   * @param byteOffset where in it the word stands: a multiple of 4, 0 by default.
   * @throws RangeError when the offset is not a multiple of 4 or lies outside the buffer.
   */
  constructor(buffer: SharedArrayBuffer = new SharedArrayBuffer(4), byteOffset: number = 0) {
    this.buffer = buffer;
    this.#word = new Int32Array(buffer, byteOffset, 1);
  }

  get state(): OperationState {
    return stateOf(this.load());
  }

  get outcome(): Outcome | undefined {
    return outcomeOf(this.load());
  }

  /** @internal */
  load(): number {
    return Atomics.load(this.#word, 0);
  }

  /** @internal */
  compareAndSet(from: number, to: number): boolean {
    return Atomics.compareExchange(this.#word, 0, from, to) === from;
  }
}

/** What an operation holds: the word itself, or the cell it shares with another thread. */
export type StateCell = number | SharedStateCell;

/** The word now. */
export function loadCell(cell: StateCell): number {
  return typeof cell === 'number' ? cell : cell.load();
}

/** What may happen to an operation. */
export type RaceEvent =
  | 'submit'
  | 'response'
  | 'failure'
  | 'timeout'
  | 'cancel'
  | 'internalCancel'
  | 'decoded'
  | 'decodeFailed';

/** In a row of transitions: the event changes nothing in that state. */
export const REFUSED = -1;
/** The word an event leaves, for each undecided word it may find: NEW, WAITING_RESPONSE, RESPONSE_RECEIVED. */
export type Transitions = readonly [number, number, number];

/**
 * How often each transition was played on a runtime: from word `from` to word `to` at `from * 8 + to`; and at `LATE` the outcomes that
 * came too late.
 */
export type Counts = number[];
export const LATE = 0;

/** Counts of nothing yet. */
export function newCounts(): Counts {
  return new Array<number>(24).fill(0);
}

/** Plays one event: true for exactly one of any number of competing calls; false changes nothing. */
export function move(
  holder: { cell: StateCell; readonly runtime: { readonly counts?: Counts | undefined } },
  transitions: Transitions,
): boolean {
  for (;;) {
    const { cell } = holder;
    const from = loadCell(cell);
    const to = from > RESPONSE_RECEIVED ? REFUSED : (transitions[from] as number);
    if (to === REFUSED) return false;
    if (typeof cell === 'number') {
      // On one thread nothing runs between the read and the write.
      holder.cell = to;
    } else if (!cell.compareAndSet(from, to)) continue; // Another thread was quicker: look again.
    const { counts } = holder.runtime;
    if (counts) counts[from * 8 + to]!++;
    return true;
  }
}
