import type { OperationRecord } from './operation-record.ts';
import type { Step } from './step.ts';

/** Hears of everything in a run that is worth hearing of. Most runs have none. */
export interface Recorder {
  /** A step is about to be taken; `choice` is 0 where it is the natural one. */
  step(step: Step, now: number, choice: number): void;
  /** The step is over, at this time. */
  stepped(now: number): void;
  /** Something worth telling happened in it. */
  note(text: string): void;
  /** A choice was made inside a step. */
  choice(label: number, option: string): void;
  attempt(record: OperationRecord, event: number, from: number): void;
  played(record: OperationRecord, event: number, word: number, won: boolean): void;
  effect(record: OperationRecord, effect: number): void;
  broken(rule: string, message: string): void;
}
