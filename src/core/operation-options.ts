import type { SharedStateCell } from './state-cell.ts';

/** What a {@link TimedOperation} is made with, besides its hooks and data. */
export interface OperationOptions {
  /** What errors and observers call it. */
  readonly name?: string | undefined;
  /** Whether it keeps the process alive while it waits; true by default. */
  readonly ref?: boolean | undefined;
  /** A state word shared with another thread; its own by default. */
  readonly cell?: SharedStateCell | undefined;
}
