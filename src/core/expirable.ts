import type { WheelNode } from './wheel.ts';

/** What the scheduler arms. It decides in `expire`, and only then does `afterDecision` run hooks. */
export interface Expirable extends WheelNode {
  /** Whether waiting for it keeps the process alive: unless `UNREFERENCED` is among its bits. The same for as long as it is armed. */
  readonly flags: number;
  /** Pass 1 of a slice, at `now` (ms): tries to win. No user code runs here. Returns whether it won. */
  expire(now: number): boolean;
  /** Pass 2, once every entry of the slice has been decided: what a timeout does. Never throws. */
  afterDecision(): void;
}
