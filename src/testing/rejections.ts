interface Emitter {
  on?(event: 'unhandledRejection', listener: Listener): void;
  off?(event: 'unhandledRejection', listener: Listener): void;
  listeners?(event: 'unhandledRejection'): Listener[];
}

type Listener = (reason: unknown) => void;

interface RejectionEvent {
  readonly reason: unknown;
  preventDefault(): void;
}

interface EventHost {
  process?: Emitter;
  addEventListener?(type: 'unhandledrejection', listener: (event: RejectionEvent) => void): void;
  removeEventListener?(type: 'unhandledrejection', listener: (event: RejectionEvent) => void): void;
}

/** A check that may have caused an unhandled rejection: takes it, or returns false. */
export type RejectionHearer = (reason: unknown) => boolean;

const hearers: Set<RejectionHearer> = new Set();
let stop: () => void = () => {};

/**
 * Hears of unhandled rejections in place of those who usually do, for as long as a check lasts: in a check one is a finding, and no
 * reason to end the process.
 * @returns what puts everything back.
 */
export function catchRejections(hearer: RejectionHearer): () => void {
  hearers.add(hearer);
  if (hearers.size === 1) stop = listen();
  return () => {
    hearers.delete(hearer);
    if (hearers.size === 0) stop();
  };
}

function hear(reason: unknown): void {
  for (const hearer of hearers) if (hearer(reason)) return;
}

function listen(): () => void {
  const host = globalThis as unknown as EventHost;
  const { process } = host;
  if (typeof process?.on === 'function' && typeof process.listeners === 'function') {
    const others = process.listeners('unhandledRejection');
    for (const other of others) process.off?.('unhandledRejection', other);
    process.on('unhandledRejection', hear);
    return () => {
      process.off?.('unhandledRejection', hear);
      for (const other of others) process.on?.('unhandledRejection', other);
    };
  }
  const listener = (event: RejectionEvent) => {
    event.preventDefault();
    hear(event.reason);
  };
  host.addEventListener?.('unhandledrejection', listener);
  return () => host.removeEventListener?.('unhandledrejection', listener);
}
