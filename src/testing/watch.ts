import type { Deadline } from '../core/deadline.ts';
import { RESPONDED } from '../core/operation-flags.ts';
import { dueAt } from '../core/operation-limit.ts';
import type { Ledger } from './ledger.ts';
import { type AnyOperation, type OperationRecord, RECORD } from './operation-record.ts';
import { CANCEL, DECODE_FAILED, DECODED, FAILURE, INTERNAL_CANCEL, RESPONSE, SUBMIT, TIMEOUT } from './race-codes.ts';
import { watchHooks } from './watched-hooks.ts';

interface Watched extends AnyOperation {
  [RECORD]: OperationRecord;
}

/** What is put in front of an operation's own methods. */
type Watcher = Pick<
  AnyOperation,
  | 'submit'
  | 'arm'
  | 'respond'
  | 'fail'
  | 'cancel'
  | 'internalCancel'
  | 'abortBySignal'
  | 'expire'
  | 'decoded'
  | 'decodeFailed'
>;

const watchers: WeakMap<object, Watcher> = new WeakMap();
let lastPrototype: object | undefined;
let lastWatcher: Watcher | undefined;

/** Makes an operation, just constructed, tell `ledger` of every event and every hook. Its class is not touched. */
export function watch(operation: AnyOperation, ledger: Ledger): void {
  const record = ledger.begin(operation);
  const watcher = watcherFor(Object.getPrototypeOf(operation) as AnyOperation);
  const watched = operation as unknown as Watcher & { hooks: AnyOperation['hooks']; [RECORD]: OperationRecord };
  const { hooks } = operation;
  record.tellsNode = hooks.recordTimeout !== undefined;
  record.takesOff = hooks.cancelOperation !== undefined;
  record.hearsLate = hooks.late !== undefined;
  record.dropsDecoding = hooks.cancelDecoding !== undefined;
  watched[RECORD] = record;
  watched.hooks = watchHooks(hooks);
  // Own properties, set one by one: changing the prototype instead costs five times as much as making the operation.
  watched.submit = watcher.submit;
  watched.arm = watcher.arm;
  watched.respond = watcher.respond;
  watched.fail = watcher.fail;
  watched.cancel = watcher.cancel;
  watched.internalCancel = watcher.internalCancel;
  watched.abortBySignal = watcher.abortBySignal;
  watched.expire = watcher.expire;
  watched.decoded = watcher.decoded;
  watched.decodeFailed = watcher.decodeFailed;
}

function watcherFor(prototype: AnyOperation): Watcher {
  if (prototype === lastPrototype) return lastWatcher as Watcher;
  let watcher = watchers.get(prototype);
  if (watcher === undefined) {
    watcher = watcherOf(prototype);
    watchers.set(prototype, watcher);
  }
  lastPrototype = prototype;
  lastWatcher = watcher;
  return watcher;
}

type Play = (this: AnyOperation, argument: never) => boolean;

function watched(event: number, play: Play): (this: Watched, argument: never) => boolean {
  return function (argument) {
    const record = this[RECORD];
    const { ledger, effects } = record;
    const from = ledger.enter(record, event);
    const won = play.call(this, argument);
    ledger.leave(record, event, from, won, effects);
    return won;
  };
}

function watcherOf(prototype: AnyOperation): Watcher {
  const { arm, submit, expire } = prototype;
  return {
    respond: watched(RESPONSE, prototype.respond),
    fail: watched(FAILURE, prototype.fail),
    cancel: watched(CANCEL, prototype.cancel),
    internalCancel: watched(INTERNAL_CANCEL, prototype.internalCancel),
    abortBySignal: watched(CANCEL, prototype.abortBySignal),
    decoded: watched(DECODED, prototype.decoded),
    decodeFailed: watched(DECODE_FAILED, prototype.decodeFailed),

    submit(this: Watched, send: (operation: AnyOperation) => void): boolean {
      const record = this[RECORD];
      const { ledger, effects } = record;
      const from = ledger.enter(record, SUBMIT);
      // Again from inside: refused, and the first goes on.
      const again = record.submitting;
      record.submitting = true;
      record.send = send;
      const waits = submit.call(this, sendWatched);
      record.submitting = again;
      ledger.leave(record, SUBMIT, from, waits, effects);
      return waits;
    },

    arm(this: Watched, limit: number | Deadline): boolean {
      const record = this[RECORD];
      const { clock } = this.runtime;
      const at = typeof limit === 'number' ? clock.now() + limit : limit.at;
      const armed = arm.call(this, limit);
      // By the limit as it was given, whatever the operation made of it.
      record.deadline = at;
      return armed;
    },

    expire(this: Watched, now: number): boolean {
      const record = this[RECORD];
      const { ledger, effects } = record;
      const decoding = (this.flags & RESPONDED) !== 0;
      // A limit that moved meanwhile arms itself again: then nothing was played.
      const postponed = !decoding && dueAt(this) > now;
      if (postponed) return expire.call(this, now);
      const event = decoding && record.limitsDecoding ? DECODE_FAILED : TIMEOUT;
      const from = ledger.enter(record, event);
      const won = expire.call(this, now);
      ledger.leave(record, event, from, won, effects);
      return won;
    },
  } as unknown as Watcher;
}

/** Stands in for what was given to `submit`; that it is the same for all operations saves a closure for each. */
function sendWatched(operation: AnyOperation): void {
  const record = (operation as Watched)[RECORD];
  record.submitted = true;
  try {
    record.send(operation);
  } finally {
    record.submitting = false;
  }
}
