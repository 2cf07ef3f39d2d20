import type { CallHistory, HistoryCall } from './call-history.ts';

/** What calls mean, one after the other: a queue, a cache, a counter. */
export interface SequentialModel<State> {
  init(): State;
  /** The state after a call, or `false` when that call cannot have that outcome now. `open`: nobody knows what it gave. */
  step(state: State, call: HistoryCall): State | false;
  /** A state as text, so that equal states are tried once. Without it, `JSON.stringify`. */
  key?(state: State): string;
  /** Calls of different partitions have nothing to do with each other: by the key of a cache, say. */
  partition?(call: HistoryCall): string;
}

/**
 * Whether the calls can have taken effect one at a time, each between its start and its end. One that failed to say (timed out,
 * cancelled) took effect at any time after its start, or never. The search is that of Wing and Gong, with the states of Lowe.
 * @returns what is wrong, or `undefined`.
 */
export function linearizable<State>(history: CallHistory, model: SequentialModel<State>): string | undefined {
  const parts = new Map<string, HistoryCall[]>();
  for (const call of history.calls) {
    const key = model.partition?.(call) ?? '';
    const part = parts.get(key);
    if (part === undefined) parts.set(key, [call]);
    else part.push(call);
  }
  for (const calls of parts.values()) {
    if (!explains(calls, model))
      return `no order of these calls explains their outcomes: ${calls.map(inWords).join('; ')}`;
  }
  return undefined;
}

function explains<State>(calls: readonly HistoryCall[], model: SequentialModel<State>): boolean {
  if (calls.length > 30)
    throw new RangeError(
      `Expected at most 30 calls in a partition of the history, got ${calls.length}: give the model a \`partition\`, or make fewer`,
    );
  const closed = calls.reduce((bits, call, index) => (call.status === 'open' ? bits : bits | (1 << index)), 0);
  const seen = new Set<string>();
  const key = (state: State) => model.key?.(state) ?? JSON.stringify(state);

  const search = (done: number, state: State): boolean => {
    if ((done & closed) === closed) return true;
    const place = `${done} ${key(state)}`;
    if (seen.has(place)) return false;
    seen.add(place);
    // No call may come before one that had ended when it started.
    let firstEnd = Number.POSITIVE_INFINITY;
    for (const [index, call] of calls.entries()) {
      if ((done & (1 << index)) === 0 && call.end < firstEnd) firstEnd = call.end;
    }
    return calls.some((call, index) => {
      if ((done & (1 << index)) !== 0 || call.start > firstEnd) return false;
      const next = model.step(state, call);
      return next !== false && search(done | (1 << index), next);
    });
  };
  return search(0, model.init());
}

function inWords({ name, input, status, output }: HistoryCall): string {
  return `${name}(${JSON.stringify(input) ?? ''}) ${status === 'open' ? 'open' : `${status} ${JSON.stringify(output) ?? ''}`}`;
}
