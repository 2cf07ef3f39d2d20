import { DECODING, type OperationState, type Outcome, TimedOperation } from 'timed-operation';
import { ManualRuntime } from 'timed-operation/testing';
import { describe, expect, test } from 'vitest';

type Operation = TimedOperation<string, string>;
type Event = (operation: Operation, runtime: ManualRuntime) => boolean;

/** The events of the race, each saying whether it won. */
const EVENTS: Record<string, Event> = {
  submit: (operation) => operation.submit(() => {}),
  response: (operation) => operation.respond('response'),
  failure: (operation) => operation.fail('failure'),
  timeout: (operation, runtime) => {
    const { outcome } = operation;
    operation.extend(0);
    runtime.scheduler.fire(runtime.now);
    try {
      operation.throwIfExpired();
    } catch {
      // Timed out or cancelled: the outcome says which, and whether it was just now.
    }
    return operation.outcome !== outcome;
  },
  cancel: (operation) => operation.cancel(),
  internalCancel: (operation) => operation.internalCancel(),
  decoded: (operation) => operation.decoded('value'),
  decodeFailed: (operation) => operation.decodeFailed('corrupt'),
};

/** How an operation gets into each state. */
const PATHS: Record<string, readonly string[]> = {
  NEW: [],
  WAITING_RESPONSE: ['submit'],
  RESPONSE_RECEIVED: ['submit', 'response'],
  'DECIDED fulfilled': ['submit', 'response', 'decoded'],
  'DECIDED failed': ['submit', 'failure'],
  'DECIDED timedOut': ['submit', 'timeout'],
  'DECIDED cancelled': ['submit', 'cancel'],
};

type Row = Record<string, OperationState | `DECIDED ${Outcome}`>;

const WAITING: Row = {
  response: 'RESPONSE_RECEIVED',
  failure: 'DECIDED failed',
  timeout: 'DECIDED timedOut',
  cancel: 'DECIDED cancelled',
  internalCancel: 'DECIDED cancelled',
};

/** Where an event leads; what is not here is refused. */
const TABLE: Record<string, Row> = {
  NEW: { submit: 'WAITING_RESPONSE', ...WAITING },
  WAITING_RESPONSE: WAITING,
  RESPONSE_RECEIVED: { cancel: 'DECIDED cancelled', decoded: 'DECIDED fulfilled', decodeFailed: 'DECIDED failed' },
};

function at({ state, outcome }: Operation): string {
  return outcome === undefined ? state : `${state} ${outcome}`;
}

describe.each(Object.keys(PATHS))('in %s', (from) => {
  test.each(Object.keys(EVENTS))('%s leads where the table says, or is refused and changes nothing', (event) => {
    const runtime = new ManualRuntime();
    const operation: Operation = new TimedOperation<string, string>(runtime, { decode: () => DECODING }, undefined);
    for (const step of PATHS[from] ?? []) EVENTS[step]?.(operation, runtime);
    runtime.executor.drain();
    expect(at(operation)).toBe(from);
    const { value, reason, cancelSource } = operation;
    const to = TABLE[from]?.[event];
    expect(EVENTS[event]?.(operation, runtime)).toBe(to !== undefined);
    expect(at(operation)).toBe(to ?? from);
    if (to === undefined) expect(operation).toMatchObject({ value, reason, cancelSource });
    runtime.executor.drain();
    expect(at(operation)).toBe(to ?? from);
  });
});
