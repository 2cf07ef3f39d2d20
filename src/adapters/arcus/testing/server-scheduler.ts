/** What a server waits with: real time, or the manual time of a test. */
export interface ServerScheduler {
  /** Runs `task` once, `ms` from now. */
  after(ms: number, task: () => void): { cancel(): void };
}
