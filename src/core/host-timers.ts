/** A timer handle: an object with `ref` and `unref` on some hosts, a number on others. */
export interface HostTimer {
  ref?(): unknown;
  unref?(): unknown;
}

/** The host's one-shot timers. */
export interface HostTimers {
  readonly start: (task: () => void, ms: number) => HostTimer;
  readonly stop: (timer: HostTimer) => void;
}
