// The parts used here of peers that ship no types of their own.

declare module 'promise-timeout' {
  const promiseTimeout: { timeout<T>(promise: Promise<T>, ms: number): Promise<T> };
  export default promiseTimeout;
}

declare module 'bluebird' {
  interface BluebirdPromise<T> extends PromiseLike<T> {
    timeout(ms: number): BluebirdPromise<T>;
  }
  const Bluebird: { resolve<T>(value: PromiseLike<T>): BluebirdPromise<T> };
  export default Bluebird;
}

declare module 'opossum' {
  export default class CircuitBreaker<T> {
    constructor(action: () => Promise<T>, options: { timeout: number; volumeThreshold: number });
    fire(): Promise<T>;
  }
}

declare module 'undici/lib/util/timers.js' {
  interface FastTimer {
    readonly refresh: () => FastTimer;
  }
  const timers: {
    setFastTimeout(callback: () => void, ms: number): FastTimer;
    clearFastTimeout(timer: FastTimer): void;
  };
  export default timers;
}

declare module 'memcached' {
  type Done = (error: unknown, value: unknown) => void;
  export default class Memcached {
    constructor(server: string, options: { poolSize: number; timeout: number });
    get(key: string, done: Done): void;
    set(key: string, value: string, lifetime: number, done: Done): void;
    end(): void;
  }
}

declare module 'memjs' {
  interface Client {
    get(key: string): Promise<{ value: Buffer | null }>;
    set(key: string, value: string, options: object): Promise<boolean>;
    close(): void;
  }
  const memjs: { Client: { create(servers: string, options: { timeout: number; retries: number }): Client } };
  export default memjs;
}
