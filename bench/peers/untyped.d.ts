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
