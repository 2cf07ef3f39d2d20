import { TimedOperation } from 'timed-operation';
import type { Probe } from 'timed-operation/testing';
import { extrasOf } from '../../../src/core/operation-extras.ts';
import { COMPLETED, DECIDED_HERE } from '../../../src/core/operation-flags.ts';
import { listenTo } from '../../../src/core/signal.ts';
import { CANCELLED, FULFILLED, loadCell, NEW, RESPONSE_RECEIVED } from '../../../src/core/state-cell.ts';
import { doorProbe, type OperationClass, raceProbe, signalProbe } from './core-mutant-probes.ts';
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

class CancelBeforeSubmitIgnored<R, V, D> extends TimedOperation<R, V, D> {
  override cancel(reason?: unknown): boolean {
    return loadCell(this.cell) !== NEW && super.cancel(reason);
  }
}

const listening = (Class: OperationClass): Probe<void> =>
  signalProbe(Class, (operation, signal) => {
    extrasOf(operation).places = listenTo(signal as never, operation, operation.runtime.scheduler);
  });

/** Faults in who wins, and in what is held until then. */
export const decisionMutants: readonly Mutant[] = [
  { name: 'late success', bugClass: 1, shows: 'timer a, response a', probe: () => raceProbe(LateSuccess) },
  { name: 'result overwritten', bugClass: 1, shows: 'cancel a, response a', probe: () => raceProbe(ResultOverwritten) },
  { name: 'listener survives', bugClass: 3, shows: 'any', probe: () => listening(StaysOnSignal) },
  { name: 'listener survives failure', bugClass: 3, shows: 'failure', probe: () => listening(StaysOnSignalWhenFailed) },
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
    name: 'cancel before submit ignored',
    bugClass: 4,
    shows: 'cancelled before',
    probe: () => doorProbe(CancelBeforeSubmitIgnored),
  },
];
