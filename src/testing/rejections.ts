interface Emitter {
  on?(event: 'unhandledRejection', listener: (reason: unknown) => void): void;
  off?(event: 'unhandledRejection', listener: (reason: unknown) => void): void;
  listeners?(event: 'unhandledRejection'): ((reason: unknown) => void)[];
}

interface EventHost {
  process?: Emitter;
  addEventListener?(type: 'unhandledrejection', listener: (event: RejectionEvent) => void): void;
  removeEventListener?(type: 'unhandledrejection', listener: (event: RejectionEvent) => void): void;
}

interface RejectionEvent {
  readonly reason: unknown;
  preventDefault(): void;
}

/**
 * Hears of every unhandled rejection in place of those who usually do: in a check it is a finding, and no reason to end the process.
 * @returns what puts everything back.
 */
export function catchRejections(heard: (reason: unknown) => void): () => void {
  const host = globalThis as unknown as EventHost;
  const { process } = host;
  if (typeof process?.on === 'function' && typeof process.listeners === 'function') {
    const others = process.listeners('unhandledRejection');
    for (const other of others) process.off?.('unhandledRejection', other);
    process.on('unhandledRejection', heard);
    return () => {
      process.off?.('unhandledRejection', heard);
      for (const other of others) process.on?.('unhandledRejection', other);
    };
  }
  const listener = (event: RejectionEvent) => {
    event.preventDefault();
    heard(event.reason);
  };
  host.addEventListener?.('unhandledrejection', listener);
  return () => host.removeEventListener?.('unhandledrejection', listener);
}
