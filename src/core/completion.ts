/** What the executor runs: an operation's decode, its completion, or a hook. */
export interface Completion {
  /** Runs once, never inside the call that queued it. */
  run(): void;
  /** Whether waiting for it keeps the process alive. */
  readonly referenced: boolean;
}
