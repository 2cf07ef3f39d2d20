import { DECODING, TimedOperation } from 'timed-operation';
import type { Probe } from 'timed-operation/testing';
import { takeTurn } from '../../../src/core/operation-completion.ts';
import { extrasOf } from '../../../src/core/operation-extras.ts';
import {
  COMPLETED,
  DECIDED_HERE,
  DECODE_BEGUN,
  QUEUED,
  RESPONDED,
  SUBMITTED,
  SUBMITTING,
} from '../../../src/core/operation-flags.ts';
import { listenTo } from '../../../src/core/signal.ts';
import {
  CANCELLED,
  FULFILLED,
  loadCell,
  NEW,
  RESPONSE_RECEIVED,
  TIMED_OUT,
  WAITING_RESPONSE,
} from '../../../src/core/state-cell.ts';
import { dropHook, withoutHook } from './core-mutant-hooks.ts';
import {
  decodeProbe,
  doorProbe,
  lateFireProbe,
  type OperationClass,
  queuedProbe,
  raceProbe,
  signalProbe,
} from './core-mutant-probes.ts';
import type { Mutant } from './mutant.ts';

class LateSuccess<R, V, D> extends TimedOperation<R, V, D> {
  override respond(response: R): boolean {
    if (super.respond(response)) return true;
    if (this.outcome !== 'timedOut') return false;
    this.cell = FULFILLED;
    this.result = response;
    return true;
  }
}

class ResultOverwritten<R, V, D> extends TimedOperation<R, V, D> {
  override respond(response: R): boolean {
    const won = super.respond(response);
    if (!won) this.result = response;
    return won;
  }
}

class RearmedByResponse<R, V, D> extends TimedOperation<R, V, D> {
  override respond(response: R): boolean {
    const armed = this.next !== null;
    const won = super.respond(response);
    if (won && armed) this.runtime.scheduler.arm(this, this.at);
    return won;
  }
}

class RearmedByCancel<R, V, D> extends TimedOperation<R, V, D> {
  override cancel(reason?: unknown): boolean {
    const armed = this.next !== null;
    const won = super.cancel(reason);
    if (won && armed) this.runtime.scheduler.arm(this, this.at);
    return won;
  }
}

class RearmedByFailure<R, V, D> extends TimedOperation<R, V, D> {
  override fail(reason: unknown): boolean {
    const armed = this.next !== null;
    const won = super.fail(reason);
    if (won && armed) this.runtime.scheduler.arm(this, this.at);
    return won;
  }
}

class RearmedByDisconnect<R, V, D> extends TimedOperation<R, V, D> {
  override internalCancel(cause?: unknown): boolean {
    const armed = this.next !== null;
    const won = super.internalCancel(cause);
    if (won && armed) this.runtime.scheduler.arm(this, this.at);
    return won;
  }
}

class StaysOnSignal<R, V, D> extends TimedOperation<R, V, D> {
  override respond(response: R): boolean {
    extrasOf(this).places = undefined;
    return super.respond(response);
  }

  override expire(now: number): boolean {
    extrasOf(this).places = undefined;
    return super.expire(now);
  }
}

class StaysOnSignalWhenFailed<R, V, D> extends TimedOperation<R, V, D> {
  override fail(reason: unknown): boolean {
    extrasOf(this).places = undefined;
    return super.fail(reason);
  }
}

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

class DecodedInline<R, V, D> extends TimedOperation<R, V, D> {
  override respond(response: R): boolean {
    const won = super.respond(response);
    if (won) this.run();
    return won;
  }
}

class NeverCompletedWhenCancelled<R, V, D> extends TimedOperation<R, V, D> {
  override cancel(reason?: unknown): boolean {
    // As if it had a turn already.
    if (loadCell(this.cell) === WAITING_RESPONSE) this.flags |= QUEUED;
    return super.cancel(reason);
  }
}

class CancelSaysYesTooLate<R, V, D> extends TimedOperation<R, V, D> {
  override cancel(reason?: unknown): boolean {
    return super.cancel(reason) || (this.outcome !== 'cancelled' && (this.flags & COMPLETED) === 0);
  }
}

class CancelBeatsQueuedCompletion<R, V, D> extends TimedOperation<R, V, D> {
  override cancel(reason?: unknown): boolean {
    if (super.cancel(reason)) return true;
    if (this.outcome !== 'timedOut' || (this.flags & COMPLETED) !== 0) return false;
    this.cell = CANCELLED;
    return true;
  }
}

class DisconnectDropsResponse<R, V, D> extends TimedOperation<R, V, D> {
  override internalCancel(cause?: unknown): boolean {
    return loadCell(this.cell) === RESPONSE_RECEIVED ? this.cancel(cause) : super.internalCancel(cause);
  }
}

class CellMovedByDisconnect<R, V, D> extends TimedOperation<R, V, D> {
  override internalCancel(cause?: unknown): boolean {
    if (loadCell(this.cell) !== RESPONSE_RECEIVED) return super.internalCancel(cause);
    this.cell = CANCELLED;
    this.flags |= DECIDED_HERE;
    this.result = cause;
    return true;
  }
}

class TakenOffWhileDecoding<R, V, D> extends TimedOperation<R, V, D> {
  override cancel(reason?: unknown): boolean {
    const won = super.cancel(reason);
    if (won && (this.flags & RESPONDED) !== 0) this.hooks.cancelOperation?.(this, this.result);
    return won;
  }
}

class DecodingNotDropped<R, V, D> extends TimedOperation<R, V, D> {
  override cancel(reason?: unknown): boolean {
    return withoutHook(this, 'cancelDecoding', () => super.cancel(reason));
  }
}

class DecodeFailureSwallowed<R, V, D> extends TimedOperation<R, V, D> {
  override decodeFailed(): boolean {
    return this.decoded(undefined as V);
  }
}

class DecodeFailureThrown<R, V, D> extends TimedOperation<R, V, D> {
  override decodeFailed(reason: unknown): boolean {
    super.decodeFailed(reason);
    throw reason;
  }
}

class LateFailureThrown<R, V, D> extends TimedOperation<R, V, D> {
  override fail(reason: unknown): boolean {
    if (super.fail(reason)) return true;
    throw reason;
  }
}

class ArmedEarly<R, V, D> extends TimedOperation<R, V, D> {
  override arm(limit: number): boolean {
    return super.arm(limit - 1);
  }
}

class StaleNow<R, V, D> extends TimedOperation<R, V, D> {
  #madeAt = this.runtime.clock.now();

  override arm(limit: number): boolean {
    return super.arm(Math.max(0, limit - (this.runtime.clock.now() - this.#madeAt)));
  }
}

class RestartsWhenLate<R, V, D> extends TimedOperation<R, V, D> {
  override expire(now: number): boolean {
    if (now - this.at < 50) return super.expire(now);
    this.runtime.scheduler.arm(this, now + this.limitMs);
    return false;
  }
}

class DecidesWithHooks<R, V, D> extends TimedOperation<R, V, D> {
  override expire(now: number): boolean {
    const won = super.expire(now);
    if (won) this.hooks.timedOut?.(this, this.result);
    return won;
  }
}

class LateResponseTakesOff<R, V, D> extends TimedOperation<R, V, D> {
  override respond(response: R): boolean {
    if (super.respond(response)) return true;
    this.hooks.cancelOperation?.(this, this.result);
    return false;
  }
}

class LateResponseQueues<R, V, D> extends TimedOperation<R, V, D> {
  override respond(response: R): boolean {
    if (super.respond(response)) return true;
    if ((this.flags & COMPLETED) !== 0) this.runtime.executor.submit(this, false);
    return false;
  }
}

class LateToldTwice<R, V, D> extends TimedOperation<R, V, D> {
  override fail(reason: unknown): boolean {
    if (super.fail(reason)) return true;
    this.runtime.observer?.late?.(this, { stage: 'response', status: 'rejected', reason });
    return false;
  }
}

class CancelBeforeSubmitIgnored<R, V, D> extends TimedOperation<R, V, D> {
  override cancel(reason?: unknown): boolean {
    return loadCell(this.cell) !== NEW && super.cancel(reason);
  }
}

class DecodeThrowGivesNothing<R, V, D> extends TimedOperation<R, V, D> {
  override run(): void {
    if (loadCell(this.cell) === RESPONSE_RECEIVED) {
      this.flags |= DECODE_BEGUN;
      try {
        const value = this.hooks.decode?.(this.held as R, this);
        if (value === DECODING) {
          this.flags &= ~QUEUED;
          return;
        }
        this.decoded(value as V);
      } catch {
        this.decoded(undefined as V);
      }
    }
    super.run();
  }
}

class SilentLoss<R, V, D> extends TimedOperation<R, V, D> {
  override cancel(reason?: unknown): boolean {
    if ((this.flags & RESPONDED) !== 0) this.flags |= DECODE_BEGUN;
    return super.cancel(reason);
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

class TimesOutDecided<R, V, D> extends TimedOperation<R, V, D> {
  override respond(response: R): boolean {
    const armed = this.next !== null;
    const won = super.respond(response);
    if (won && armed) this.runtime.scheduler.arm(this, this.at);
    return won;
  }

  override expire(now: number): boolean {
    if (loadCell(this.cell) !== FULFILLED) return super.expire(now);
    this.cell = TIMED_OUT;
    return true;
  }
}

class DecodesForNobody<R, V, D> extends TimedOperation<R, V, D> {
  override run(): void {
    if (loadCell(this.cell) === CANCELLED && (this.flags & RESPONDED) !== 0) this.hooks.decode?.('' as R, this);
    super.run();
  }
}

class TrustsItWasDisarmed<R, V, D> extends TimedOperation<R, V, D> {
  override expire(now: number): boolean {
    if (loadCell(this.cell) <= RESPONSE_RECEIVED) return super.expire(now);
    this.cell = TIMED_OUT;
    return true;
  }
}

const listening = (Class: OperationClass): Probe<void> =>
  signalProbe(Class, (operation, signal) => {
    extrasOf(operation).places = listenTo(signal as never, operation, operation.runtime.scheduler);
  });

/** Faults of the core, each with the class of real bugs that it stands for (0: none of the ten) and a run that shows it. */
export const coreMutants: readonly Mutant[] = [
  { name: 'late success', bugClass: 1, shows: 'timer a, response a', probe: () => raceProbe(LateSuccess) },
  { name: 'result overwritten', bugClass: 1, shows: 'cancel a, response a', probe: () => raceProbe(ResultOverwritten) },
  { name: 'timer survives response', bugClass: 2, shows: 'response b', probe: () => raceProbe(RearmedByResponse) },
  { name: 'timer survives cancel', bugClass: 2, shows: 'cancel a', probe: () => raceProbe(RearmedByCancel) },
  { name: 'timer survives failure', bugClass: 2, shows: 'failure b', probe: () => raceProbe(RearmedByFailure) },
  { name: 'timer survives disconnect', bugClass: 2, shows: 'disconnect', probe: () => raceProbe(RearmedByDisconnect) },
  {
    name: 'timeout after the value',
    bugClass: 2,
    shows: 'response b, complete b, timer b',
    probe: () => raceProbe(TimesOutDecided),
  },
  { name: 'listener survives', bugClass: 3, shows: 'any', probe: () => listening(StaysOnSignal) },
  { name: 'listener survives failure', bugClass: 3, shows: 'failure', probe: () => listening(StaysOnSignalWhenFailed) },
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
  { name: 'decoded inline', bugClass: 0, shows: 'response b', probe: () => raceProbe(DecodedInline) },
  {
    name: 'cancelled and never completed',
    bugClass: 0,
    shows: 'cancel a',
    probe: () => raceProbe(NeverCompletedWhenCancelled),
  },
  {
    name: 'cancel says yes too late',
    bugClass: 10,
    shows: 'timer a, cancel a',
    probe: () => raceProbe(CancelSaysYesTooLate),
  },
  {
    name: 'cancel beats a queued completion',
    bugClass: 10,
    shows: 'timer a, cancel a',
    probe: () => raceProbe(CancelBeatsQueuedCompletion),
  },
  {
    name: 'disconnect drops the response',
    bugClass: 0,
    shows: 'response b, disconnect',
    probe: () => raceProbe(DisconnectDropsResponse),
  },
  {
    name: 'disconnect moves the cell',
    bugClass: 0,
    shows: 'response b, disconnect',
    probe: () => raceProbe(CellMovedByDisconnect),
  },
  {
    name: 'taken off while decoding',
    bugClass: 0,
    shows: 'response b, cancel b',
    probe: () => raceProbe(TakenOffWhileDecoding),
  },
  {
    name: 'decoding not dropped',
    bugClass: 4,
    shows: 'response b, cancel b',
    probe: () => raceProbe(DecodingNotDropped),
  },
  {
    name: 'decoded for nobody',
    bugClass: 0,
    shows: 'response b, cancel b, exec',
    probe: () => raceProbe(DecodesForNobody),
  },
  {
    name: 'decode failure swallowed',
    bugClass: 6,
    shows: 'response, decode throws',
    probe: () => decodeProbe(DecodeFailureSwallowed),
  },
  {
    name: 'decode failure thrown',
    bugClass: 6,
    shows: 'response, decode throws',
    probe: () => decodeProbe(DecodeFailureThrown),
  },
  {
    name: 'late failure thrown',
    bugClass: 6,
    shows: 'response b, failure b',
    probe: () => raceProbe(LateFailureThrown),
  },
  { name: 'armed early', bugClass: 7, shows: 'timer a', probe: () => raceProbe(ArmedEarly) },
  { name: 'stale now', bugClass: 7, shows: 'its turn, timer', probe: () => queuedProbe(StaleNow) },
  { name: 'starts anew when late', bugClass: 7, shows: 'lag, late wake', probe: () => raceProbe(RestartsWhenLate) },
  {
    name: 'trusts that it was disarmed',
    bugClass: 2,
    shows: 'lag, cancel, late fire',
    probe: () => lateFireProbe(TrustsItWasDisarmed),
  },
  { name: 'hooks inside the decision', bugClass: 0, shows: 'timer a', probe: () => raceProbe(DecidesWithHooks) },
  {
    name: 'late response takes off',
    bugClass: 4,
    shows: 'cancel a, response a',
    probe: () => raceProbe(LateResponseTakesOff),
  },
  { name: 'lost in silence', bugClass: 0, shows: 'response b, cancel b', probe: () => raceProbe(SilentLoss) },
  { name: 'blames the node at the door', bugClass: 0, shows: 'expired', probe: () => doorProbe(BlamesNodeAtTheDoor) },
  {
    name: 'taken off inside submit',
    bugClass: 0,
    shows: 'cancels inside',
    probe: () => doorProbe(TakenOffInsideSubmit),
  },
  {
    name: 'late response queues again',
    bugClass: 1,
    shows: 'cancel a, response a',
    probe: () => raceProbe(LateResponseQueues),
  },
  {
    name: 'cancel before submit ignored',
    bugClass: 4,
    shows: 'cancelled before',
    probe: () => doorProbe(CancelBeforeSubmitIgnored),
  },
  {
    name: 'decode throw gives nothing',
    bugClass: 6,
    shows: 'response, decode throws',
    probe: () => decodeProbe(DecodeThrowGivesNothing),
  },
  { name: 'late failure told twice', bugClass: 6, shows: 'cancel b, failure b', probe: () => raceProbe(LateToldTwice) },
];
