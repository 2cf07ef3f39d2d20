import type { ClientPort } from './client-port.ts';
import type { PipelineLimits } from './pipeline-limits.ts';
import type { ResponseLimits } from './protocol/response-limits.ts';

/** How a connection to a node is kept, and what becomes of operations while there is none. */
export interface NodeOptions extends Partial<PipelineLimits> {
  /** Limit for connecting and the version exchange together: ms. Default 2000. */
  readonly connectTimeout?: number;
  /** First wait between attempts to connect, ms; it doubles, and each wait is between half of it and the whole. Default 100. */
  readonly reconnectDelay?: number;
  /** The most that it grows to: ms. Default 1000. */
  readonly maxReconnectDelay?: number;
  /** Timeouts in a row that a connection is borne. Default 10: the 11th replaces it, if the duration is reached too. */
  readonly timeoutThreshold?: number;
  /** How long those timeouts must have gone on: ms since the first. Default 1600. */
  readonly timeoutDuration?: number;
  /** Age of the oldest unanswered operation at which a connection is replaced: ms. Default 10000; `Infinity` for never. */
  readonly maxUnanswered?: number;
  /**
   * While the node has no connection: `cancel` (default) refuses operations at once; `retry` keeps them queued under their own limits,
   * and sends reads that were in flight once more. What changes data is never sent twice.
   */
  readonly failureMode?: 'cancel' | 'retry';
  /** What the decoder is ready to hold. */
  readonly responseLimits?: Partial<ResponseLimits>;
  /** Hears of every change of state, once each. What it throws is reported. */
  readonly onNodeState?: (change: NodeStateChange) => void;
  /** Makes the connections; TCP, or TLS, by default. */
  readonly connect?: (address: string) => ClientPort;
  /** From 0 up to 1, for the back-off. Default `Math.random`. */
  readonly random?: () => number;
}

/** `connecting`: an attempt is under way. `waiting`: the next one is not due yet. */
export type NodeState = 'connecting' | 'connected' | 'waiting' | 'closed';

export interface NodeStateChange {
  readonly node: string;
  readonly state: NodeState;
  /** `undefined` for the first. */
  readonly previous: NodeState | undefined;
  /** Attempts that have failed in a row. */
  readonly failedAttempts: number;
  /** Why the connection was lost, or the attempt failed. */
  readonly cause: unknown;
  /** In `waiting`: ms until the next attempt. */
  readonly delayMs: number | undefined;
}
