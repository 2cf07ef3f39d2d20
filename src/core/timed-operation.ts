import { afterDecision, cancelledError, ended, leave, lost, takeTurn } from './operation-completion.ts';
import {
  BY_SIGNAL,
  DECIDED_IN_SUBMIT,
  DECODE_LIMIT,
  ERROR_UNMADE,
  RESPONDED,
  SUBMITTED,
  SUBMITTING,
} from './operation-flags.ts';
import { OperationHandle } from './operation-handle.ts';
import { postpone } from './operation-limit.ts';
import {
  CANCELLED,
  FAILED,
  FULFILLED,
  loadCell,
  move,
  NEW,
  type RaceEvent,
  REFUSED,
  RESPONSE_RECEIVED,
  TIMED_OUT,
  type Transitions,
  WAITING_RESPONSE,
} from './state-cell.ts';

/**
 * The race. An event is one compare-and-set on the state word: a column is the state it finds, an entry the state it leaves; once
 * DECIDED, everything is refused. The winner acts. A loser changes nothing, and is told so by `false`.
 *
 * What is held in a state: NEW, nothing; WAITING_RESPONSE, a place on the transport, in the scheduler and on the caller's signal;
 * RESPONSE_RECEIVED, the response, its turn for decoding on the executor, the place on the signal; DECIDED, the value or the reason.
 */
// biome-ignore format: a table
export const TRANSITIONS: Readonly<Record<RaceEvent, Transitions>> = {
  //               NEW                WAITING_RESPONSE   RESPONSE_RECEIVED
  submit:         [WAITING_RESPONSE,  REFUSED,           REFUSED],
  response:       [RESPONSE_RECEIVED, RESPONSE_RECEIVED, REFUSED],
  failure:        [FAILED,            FAILED,            REFUSED],
  timeout:        [TIMED_OUT,         TIMED_OUT,         REFUSED],
  cancel:         [CANCELLED,         CANCELLED,         CANCELLED],
  internalCancel: [CANCELLED,         CANCELLED,         REFUSED],
  decoded:        [REFUSED,           REFUSED,           FULFILLED],
  decodeFailed:   [REFUSED,           REFUSED,           FAILED],
};

/**
 * One operation against its time limit: a response, a failure, a timeout and a cancel race, and exactly one wins.
 *
 * ```ts
 * const operation = new TimedOperation(runtime, hooks, data);
 * if (operation.submit(() => socket.write(bytes))) operation.arm(deadline);
 * socket.on('response', (response) => operation.respond(response));
 * return operation.promise();
 * ```
 *
 * Ground rules: no user code runs inside a decision; hooks run after it, completions on the executor. Armed after `submit`, disarmed at
 * the response: encoding before and decoding after are outside the limit. Everything may be called from anywhere, any hook too.
 */
export class TimedOperation<Response = unknown, Value = Response, Data = undefined> extends OperationHandle<
  Response,
  Value,
  Data
> {
  /**
   * Hands the operation to the transport. What `send` throws is the operation's failure, and no timeout of any node.
   * @returns whether it now waits; false when it was decided before, or answered or decided meanwhile.
   */
  submit(send: (operation: this) => void): boolean {
    if (loadCell(this.cell) !== NEW || (this.flags & SUBMITTED) !== 0) return false;
    this.flags |= SUBMITTED | SUBMITTING;
    try {
      send(this);
    } catch (error) {
      this.fail(error);
    }
    this.flags &= ~SUBMITTING;
    if (move(this, TRANSITIONS.submit)) return true;
    if ((this.flags & DECIDED_IN_SUBMIT) !== 0) afterDecision(this);
    return false;
  }

  /** The whole response is here, not yet decoded. Returns whether it won; if not, it is late. */
  respond(response: Response): boolean {
    ended(this);
    if (!move(this, TRANSITIONS.response))
      return lost(this, { stage: 'response', status: 'fulfilled', value: response });
    this.flags |= RESPONDED;
    this.runtime.scheduler.disarm(this);
    if (!this.hooks.decode) return this.decoded(response as unknown as Value);
    this.held = response;
    return takeTurn(this, false);
  }

  /** It failed before its response was complete. Returns whether it won; if not, the failure is late. */
  fail(reason: unknown): boolean {
    ended(this);
    if (move(this, TRANSITIONS.failure)) return this.decide(reason);
    return lost(this, { stage: 'response', status: 'rejected', reason });
  }

  /** The caller gives it up, at any time before the decision. Returns whether it won. */
  cancel(reason?: unknown): boolean {
    return move(this, TRANSITIONS.cancel) && this.decide(cancelledError(this, 'caller', reason));
  }

  /** The adapter gives it up (disconnect, shutdown): only while it waits, since complete bytes are not thrown away. */
  internalCancel(cause?: unknown): boolean {
    return move(this, TRANSITIONS.internalCancel) && this.decide(cancelledError(this, 'internal', cause));
  }

  /** @internal The caller's signal aborted. `afterDecision` follows once all operations on it are decided. */
  abortBySignal(reason: unknown): boolean {
    if (!move(this, TRANSITIONS.cancel)) return false;
    this.flags |= BY_SIGNAL;
    return leave(this, reason);
  }

  /** @internal The wake found it due at `now`. `afterDecision` follows once all of the slice is decided. */
  expire(now: number): boolean {
    const decoding = (this.flags & RESPONDED) !== 0;
    if (!decoding && postpone(this, now)) return false;
    if (!move(this, decoding ? TRANSITIONS.decodeFailed : TRANSITIONS.timeout)) return false;
    // So little, since many may time out at once: the error is made when somebody asks for it.
    this.flags |= decoding ? ERROR_UNMADE | DECODE_LIMIT : ERROR_UNMADE;
    return leave(this, now);
  }

  /** Decoding gave the value; called by adapters whose `decode` returned `DECODING`. Returns whether it won. */
  decoded(value: Value): boolean {
    if (move(this, TRANSITIONS.decoded)) return this.decide(value);
    return lost(this, { stage: 'decoding', status: 'fulfilled', value });
  }

  /** Decoding failed: that fails this operation alone. Returns whether it won. */
  decodeFailed(reason: unknown): boolean {
    if (move(this, TRANSITIONS.decodeFailed)) return this.decide(reason);
    return lost(this, { stage: 'decoding', status: 'rejected', reason });
  }

  private decide(result: unknown): true {
    leave(this, result);
    afterDecision(this);
    return true;
  }
}
