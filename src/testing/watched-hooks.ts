import type { AnyHooks } from '../core/operation-hooks.ts';
import { RECORD, type Recorded } from './operation-record.ts';
import {
  CANCEL_DECODING,
  CANCEL_OPERATION,
  COMPLETE,
  DECODE,
  DECODE_THREW,
  LATE_HOOK,
  RECORD_TIMEOUT,
  TIMED_OUT_HOOK,
} from './race-codes.ts';

let lastHooks: AnyHooks | undefined;
let lastWatched: AnyHooks | undefined;
const known: WeakMap<AnyHooks, AnyHooks> = new WeakMap();

/** The same hooks, which first tell the ledger. Made once for each set of hooks. */
export function watchHooks(hooks: AnyHooks): AnyHooks {
  if (hooks === lastHooks) return lastWatched as AnyHooks;
  let watched = known.get(hooks);
  if (watched === undefined) {
    watched = watchedHooks(hooks);
    known.set(hooks, watched);
  }
  lastHooks = hooks;
  lastWatched = watched;
  return watched;
}

function note(operation: unknown, effect: number): void {
  const record = (operation as Recorded)[RECORD];
  record?.ledger.effect(record, effect);
}

/** `complete` is watched whether the adapter has it or not; one of the others, where there was none, would change what the core does. */
function watchedHooks(hooks: AnyHooks): AnyHooks {
  const watched: { -readonly [Hook in keyof AnyHooks]: AnyHooks[Hook] } = {
    complete(operation) {
      note(operation, COMPLETE);
      hooks.complete?.(operation);
    },
  };
  if (hooks.cancelOperation !== undefined) {
    watched.cancelOperation = (operation, reason) => {
      note(operation, CANCEL_OPERATION);
      hooks.cancelOperation?.(operation, reason);
    };
  }
  if (hooks.cancelDecoding !== undefined) {
    watched.cancelDecoding = (operation, reason) => {
      note(operation, CANCEL_DECODING);
      hooks.cancelDecoding?.(operation, reason);
    };
  }
  if (hooks.recordTimeout !== undefined) {
    watched.recordTimeout = (operation, error) => {
      note(operation, RECORD_TIMEOUT);
      hooks.recordTimeout?.(operation, error);
    };
  }
  if (hooks.timedOut !== undefined) {
    watched.timedOut = (operation, error) => {
      note(operation, TIMED_OUT_HOOK);
      hooks.timedOut?.(operation, error);
    };
  }
  if (hooks.decode !== undefined) {
    watched.decode = (response, operation) => {
      note(operation, DECODE);
      try {
        return hooks.decode?.(response, operation);
      } catch (error) {
        note(operation, DECODE_THREW);
        throw error;
      }
    };
  }
  if (hooks.decodeTimeout !== undefined) watched.decodeTimeout = (operation) => hooks.decodeTimeout?.(operation);
  if (hooks.late !== undefined) {
    watched.late = (operation, outcome) => {
      note(operation, LATE_HOOK);
      hooks.late?.(operation, outcome);
    };
  }
  return watched;
}
