import type { Probe } from 'timed-operation/testing';

/** A fault put in on purpose, to see whether the harness finds it. */
export interface Mutant {
  readonly name: string;
  /** Which of the ten classes of real bugs it stands for: 1 late success, 2 timer survives, 3 listener survives, 4 decision does not
   * reach the transport, 5 answer to the wrong operation, 6 loser's error on nobody, 7 lag and stale clocks, 8 waiter reused,
   * 9 half-close against send, 10 a tie seen both ways; 0 none of these. */
  readonly bugClass: number;
  /** A run that shows it: its proof of life. */
  readonly shows: string;
  probe(): Probe<unknown>;
}
