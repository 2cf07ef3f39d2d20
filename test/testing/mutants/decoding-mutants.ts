import { DECODING, TimedOperation } from 'timed-operation';
import { COMPLETED, DECODE_BEGUN, QUEUED, RESPONDED } from '../../../src/core/operation-flags.ts';
import { CANCELLED, loadCell, RESPONSE_RECEIVED } from '../../../src/core/state-cell.ts';
import { withoutHook } from './core-mutant-hooks.ts';
import { decodeProbe, raceProbe } from './core-mutant-probes.ts';
import type { Mutant } from './mutant.ts';

class DecodedInline<R, V, D> extends TimedOperation<R, V, D> {
  override respond(response: R): boolean {
    const won = super.respond(response);
    if (won) this.run();
    return won;
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

class DecodesForNobody<R, V, D> extends TimedOperation<R, V, D> {
  override run(): void {
    if (loadCell(this.cell) === CANCELLED && (this.flags & RESPONDED) !== 0) this.hooks.decode?.('' as R, this);
    super.run();
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

class LateFailureThrown<R, V, D> extends TimedOperation<R, V, D> {
  override fail(reason: unknown): boolean {
    if (super.fail(reason)) return true;
    throw reason;
  }
}

class LateResponseTakesOff<R, V, D> extends TimedOperation<R, V, D> {
  override respond(response: R): boolean {
    if (super.respond(response)) return true;
    this.hooks.cancelOperation?.(this, this.result);
    return false;
  }
}

class SilentLoss<R, V, D> extends TimedOperation<R, V, D> {
  override cancel(reason?: unknown): boolean {
    if ((this.flags & RESPONDED) !== 0) this.flags |= DECODE_BEGUN;
    return super.cancel(reason);
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

/** Faults around decoding, and in what becomes of an outcome that lost. */
export const decodingMutants: readonly Mutant[] = [
  { name: 'decoded inline', bugClass: 0, shows: 'response b', probe: () => raceProbe(DecodedInline) },
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
    name: 'decode throw gives nothing',
    bugClass: 6,
    shows: 'response, decode throws',
    probe: () => decodeProbe(DecodeThrowGivesNothing),
  },
  {
    name: 'late failure thrown',
    bugClass: 6,
    shows: 'response b, failure b',
    probe: () => raceProbe(LateFailureThrown),
  },
  {
    name: 'late response takes off',
    bugClass: 4,
    shows: 'cancel a, response a',
    probe: () => raceProbe(LateResponseTakesOff),
  },
  { name: 'lost in silence', bugClass: 0, shows: 'response b, cancel b', probe: () => raceProbe(SilentLoss) },
  {
    name: 'late response queues again',
    bugClass: 1,
    shows: 'cancel a, response a',
    probe: () => raceProbe(LateResponseQueues),
  },
  { name: 'late failure told twice', bugClass: 6, shows: 'cancel b, failure b', probe: () => raceProbe(LateToldTwice) },
];
