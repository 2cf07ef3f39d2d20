import type { RaceEvent } from '../core/state-cell.ts';

/** The events of the race, as the numbers that monitors are given. */
export const SUBMIT = 0;
export const RESPONSE = 1;
export const FAILURE = 2;
export const TIMEOUT = 3;
export const CANCEL = 4;
export const INTERNAL_CANCEL = 5;
export const DECODED = 6;
export const DECODE_FAILED = 7;

/** The events by their numbers. */
export const EVENT_NAMES: readonly RaceEvent[] = [
  'submit',
  'response',
  'failure',
  'timeout',
  'cancel',
  'internalCancel',
  'decoded',
  'decodeFailed',
];

/** What a decision leads to, as the numbers that monitors are given. */
export const RECORD_TIMEOUT = 0;
export const CANCEL_OPERATION = 1;
export const CANCEL_DECODING = 2;
export const TIMED_OUT_HOOK = 3;
export const DECODE = 4;
export const QUEUE = 5;
export const COMPLETE = 6;
export const LATE = 7;
export const LATE_HOOK = 8;
export const HOOK_ERROR = 9;
export const WRITE = 10;
export const DECODE_THREW = 11;
/** From here on: nothing that a later step or a rule depends on. */
export const ARM = 12;
export const DISARM = 13;

/** The effects by their numbers. */
export const EFFECT_NAMES: readonly string[] = [
  'recordTimeout',
  'cancelOperation',
  'cancelDecoding',
  'timedOut',
  'decode',
  'queued',
  'complete',
  'late',
  'late hook',
  'hook threw',
  'written',
  'decode threw',
  'armed',
  'disarmed',
];
