/** How much a node's pipeline holds: whole numbers from 1 up, or `Infinity`. Beyond it a call is refused at once. */
export interface PipelineLimits {
  /** Operations that wait to be written. Default 16384. */
  readonly maxQueued: number;
  /** Bytes of their requests. Default 67108864 (64 MiB). */
  readonly maxQueuedBytes: number;
  /** Operations written and not answered, those included that nobody waits for any more. Default 65536; the rest stays queued. */
  readonly maxInFlight: number;
  /** Bytes of their requests. Default 67108864 (64 MiB). */
  readonly maxInFlightBytes: number;
  /**
   * Keys of one request into which neighbouring `get`s of one key are merged that are written together; each stays a call of its own, with
   * its own limit. Default 100; 1 merges none, and none are any more once the server has refused such a request by an error that ends
   * the connection and is no `SERVER_ERROR`.
   */
  readonly maxMergedGets: number;
}

export const defaultPipelineLimits: PipelineLimits = {
  maxQueued: 16_384,
  maxQueuedBytes: 67_108_864,
  maxInFlight: 65_536,
  maxInFlightBytes: 67_108_864,
  maxMergedGets: 100,
};
