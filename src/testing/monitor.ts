import type { OperationRecord } from './operation-record.ts';
import type { World } from './world.ts';

/**
 * A rule that holds in every run. Each method returns what is wrong, or `undefined`; it looks at the record and the world and keeps
 * nothing of its own, so that a run can be cut short where its state has been seen before.
 */
export interface Monitor {
  /** What a failure calls the rule. */
  readonly name: string;
  /** One sentence: what must hold. */
  readonly rule: string;
  /** The events and the effects it wants to hear of, by number; all by default. */
  readonly events?: readonly number[];
  readonly effects?: readonly number[];
  /** An event was played, from state word `from`; it won, or was refused. `effects` is the record's count before it. */
  attempt?(
    record: OperationRecord,
    event: number,
    from: number,
    won: boolean,
    effects: number,
    world: World,
  ): string | undefined;
  /** A hook is about to run, or something was queued, armed or disarmed. */
  effect?(record: OperationRecord, effect: number, world: World): string | undefined;
  /** A step is over that touched this operation. */
  step?(record: OperationRecord, world: World): string | undefined;
  /** Nothing is left to happen; asked for each operation. */
  quiet?(record: OperationRecord, world: World): string | undefined;
  /** Nothing is left to happen; asked once. */
  end?(world: World): string | undefined;
}
