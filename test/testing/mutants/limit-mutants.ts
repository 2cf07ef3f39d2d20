import { TimedOperation } from 'timed-operation';
import { FULFILLED, loadCell, RESPONSE_RECEIVED, TIMED_OUT } from '../../../src/core/state-cell.ts';
import { lateFireProbe, queuedProbe, raceProbe } from './core-mutant-probes.ts';
import type { Mutant } from './mutant.ts';

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

class TrustsItWasDisarmed<R, V, D> extends TimedOperation<R, V, D> {
  override expire(now: number): boolean {
    if (loadCell(this.cell) <= RESPONSE_RECEIVED) return super.expire(now);
    this.cell = TIMED_OUT;
    return true;
  }
}

/** Faults in how a limit is kept: armed, disarmed, decided in time. */
export const limitMutants: readonly Mutant[] = [
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
  { name: 'armed early', bugClass: 7, shows: 'timer a', probe: () => raceProbe(ArmedEarly) },
  { name: 'stale now', bugClass: 7, shows: 'its turn, timer', probe: () => queuedProbe(StaleNow) },
  { name: 'starts anew when late', bugClass: 7, shows: 'lag, late wake', probe: () => raceProbe(RestartsWhenLate) },
  {
    name: 'trusts that it was disarmed',
    bugClass: 2,
    shows: 'lag, cancel, late fire',
    probe: () => lateFireProbe(TrustsItWasDisarmed),
  },
];
