/** A cache client as it is measured: so many calls with so many in flight, over one connection. */
export interface CacheContender {
  /** @returns how many values came that were not those asked for. */
  run(work: CacheWork): Promise<number>;
  close(): Promise<unknown>;
}

export interface CacheWork {
  readonly operation: 'get' | 'set';
  readonly keys: readonly string[];
  readonly value: string;
  readonly count: number;
  readonly inFlight: number;
}

/** Opens a contender on a port of 127.0.0.1. */
export type OpenContender = (port: number) => Promise<CacheContender>;
