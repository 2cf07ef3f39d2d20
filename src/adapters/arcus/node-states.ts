import type { Runtime } from '../../core/runtime.ts';
import type { NodeState, NodeStateChange } from './node-options.ts';

/** The state of a node, one at a time, and whoever wants to hear of its changes: one event for each. */
export class NodeStates {
  readonly #runtime: Runtime;
  readonly #listener: ((change: NodeStateChange) => void) | undefined;
  current: NodeState | undefined;

  constructor(runtime: Runtime, listener: ((change: NodeStateChange) => void) | undefined) {
    this.#runtime = runtime;
    this.#listener = listener;
  }

  change(state: NodeState, details: Omit<NodeStateChange, 'state' | 'previous'>): void {
    const previous = this.current;
    const listener = this.#listener;
    if (state === previous) return;
    this.current = state;
    if (listener === undefined) return;
    const change = { ...details, state, previous };
    // On the executor: what a listener does, throws or takes long for is no part of what is going on here.
    this.#runtime.executor.submit({ run: () => listener(change), referenced: false }, false);
  }
}
