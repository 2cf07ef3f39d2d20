import { TimedOperation } from 'timed-operation';
import { takeTurn } from '../../../src/core/operation-completion.ts';
import { COMPLETED, QUEUED, SUBMITTED, SUBMITTING } from '../../../src/core/operation-flags.ts';
import { loadCell, WAITING_RESPONSE } from '../../../src/core/state-cell.ts';
import { continuationProbe, type Told } from './continuation-probe.ts';
import { dropHook, withoutHook } from './core-mutant-hooks.ts';
import { doorProbe, raceProbe } from './core-mutant-probes.ts';
import type { Mutant } from './mutant.ts';

class NotTakenOffByTimeout<R, V, D> extends TimedOperation<R, V, D> {
  override afterDecision(): void {
    withoutHook(this, 'cancelOperation', () => super.afterDecision());
  }
}

class NotTakenOffByCancel<R, V, D> extends TimedOperation<R, V, D> {
  override cancel(reason?: unknown): boolean {
    return withoutHook(this, 'cancelOperation', () => super.cancel(reason));
  }
}

class TakenOffFirst<R, V, D> extends TimedOperation<R, V, D> {
  override afterDecision(): void {
    this.hooks.cancelOperation?.(this, this.result);
    super.afterDecision();
  }
}

class RecordedTwice<R, V, D> extends TimedOperation<R, V, D> {
  override afterDecision(): void {
    this.hooks.recordTimeout?.(this, this.result);
    super.afterDecision();
  }
}

class CompletedBeforeHooks<R, V, D> extends TimedOperation<R, V, D> {
  override afterDecision(): void {
    takeTurn(this as never, true);
    super.afterDecision();
  }
}

class CompletedTwice<R, V, D> extends TimedOperation<R, V, D> {
  override run(): void {
    super.run();
    if (this.outcome !== 'timedOut') return;
    this.flags &= ~COMPLETED;
    super.run();
  }
}

class CompletedInline<R, V, D> extends TimedOperation<R, V, D> {
  override afterDecision(): void {
    super.afterDecision();
    this.run();
  }
}

class NeverCompletedWhenCancelled<R, V, D> extends TimedOperation<R, V, D> {
  override cancel(reason?: unknown): boolean {
    // As if it had a turn already.
    if (loadCell(this.cell) === WAITING_RESPONSE) this.flags |= QUEUED;
    return super.cancel(reason);
  }
}

class DecidesWithHooks<R, V, D> extends TimedOperation<R, V, D> {
  override expire(now: number): boolean {
    const won = super.expire(now);
    if (won) this.hooks.timedOut?.(this, this.result);
    return won;
  }
}

class BlamesNodeAtTheDoor<R, V, D> extends TimedOperation<R, V, D> {
  override afterDecision(): void {
    this.flags |= SUBMITTED;
    super.afterDecision();
  }
}

class TakenOffInsideSubmit<R, V, D> extends TimedOperation<R, V, D> {
  override cancel(reason?: unknown): boolean {
    const won = super.cancel(reason);
    if (won && (this.flags & SUBMITTING) !== 0) {
      this.hooks.cancelOperation?.(this, this.result);
      dropHook(this, 'cancelOperation');
    }
    return won;
  }
}

/** Reads what the probe keeps with its operations. */
const toldOf = (operation: { readonly data: unknown }) => operation.data as Told;

class ThrowStopsTheNext<R, V, D> extends TimedOperation<R, V, D> {
  override run(): void {
    if (!toldOf(this).threw) super.run();
  }
}

class ThrowEscapes<R, V, D> extends TimedOperation<R, V, D> {
  override run(): void {
    const { complete } = this.hooks;
    withoutHook(this, 'complete', () => super.run());
    complete?.(this);
  }
}

/** Faults in what follows from a decision: hooks, their order, the completion. */
export const completionMutants: readonly Mutant[] = [
  {
    name: 'timeout leaves it on the transport',
    bugClass: 4,
    shows: 'timer a',
    probe: () => raceProbe(NotTakenOffByTimeout),
  },
  {
    name: 'cancel leaves it on the transport',
    bugClass: 4,
    shows: 'cancel a',
    probe: () => raceProbe(NotTakenOffByCancel),
  },
  { name: 'taken off before the node is told', bugClass: 0, shows: 'timer a', probe: () => raceProbe(TakenOffFirst) },
  { name: 'timeout recorded twice', bugClass: 0, shows: 'timer a', probe: () => raceProbe(RecordedTwice) },
  { name: 'completed before the hooks', bugClass: 0, shows: 'timer a', probe: () => raceProbe(CompletedBeforeHooks) },
  { name: 'completed twice', bugClass: 0, shows: 'timer a', probe: () => raceProbe(CompletedTwice) },
  { name: 'completed inline', bugClass: 0, shows: 'cancel a', probe: () => raceProbe(CompletedInline) },
  {
    name: 'cancelled and never completed',
    bugClass: 0,
    shows: 'cancel a',
    probe: () => raceProbe(NeverCompletedWhenCancelled),
  },
  { name: 'hooks inside the decision', bugClass: 0, shows: 'timer a', probe: () => raceProbe(DecidesWithHooks) },
  { name: 'blames the node at the door', bugClass: 0, shows: 'expired', probe: () => doorProbe(BlamesNodeAtTheDoor) },
  {
    name: 'taken off inside submit',
    bugClass: 0,
    shows: 'cancels inside',
    probe: () => doorProbe(TakenOffInsideSubmit),
  },
  {
    name: 'a throw stops the next',
    bugClass: 6,
    shows: 'a throws, complete b',
    probe: () => continuationProbe(ThrowStopsTheNext),
  },
  { name: 'a throw escapes', bugClass: 6, shows: 'a throws', probe: () => continuationProbe(ThrowEscapes) },
];
