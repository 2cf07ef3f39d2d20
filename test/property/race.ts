/** How one operation of a run is made. */
export interface OperationSetup {
  /** Its response is decoded on the executor; without that the response is the value. */
  readonly decodes: boolean;
  /** How long an asynchronous decode may take, in ms. */
  readonly decodeLimit: number | undefined;
  /** It is on the run's one caller's signal. */
  readonly onSignal: boolean;
  /** Its adapter has no hooks, but for `decode`. */
  readonly bare: boolean;
}

export interface RaceSetup {
  readonly operations: readonly OperationSetup[];
  /** The caller's signal has aborted before the operations are put on it. */
  readonly aborted: boolean;
}

/** Where user code runs; `send` is the submit of the transport, `decide` and `observedLate` are the observer's. */
export type Place =
  | 'send'
  | 'decode'
  | 'decodeTimeout'
  | 'recordTimeout'
  | 'cancelOperation'
  | 'cancelDecoding'
  | 'timedOut'
  | 'late'
  | 'complete'
  | 'decide'
  | 'observedLate';

/** The user code of a run: it may throw, and may call any event of any operation. */
export interface UserCode {
  /** `given` is what the hook was called with, as {@link Key}. */
  run(operation: number, place: Place, given: Key): void;
  /** Asked after `decode` ran: whether it has the value at once, or gives it later (or never). */
  decodesNow(operation: number): boolean;
  hookError(operation: number, error: Key): void;
}

/** A value, a reason or a late outcome as a run's trace shows it. */
export type Key = string | number | undefined;

/** A timeout as a trace shows it. */
export function timeoutKey(
  kind: string,
  limitMs: number,
  elapsedMs: number,
  lateByMs: number,
  stage: string | undefined,
): string {
  return `timeout(${kind} ${limitMs}, after ${elapsedMs}, late by ${lateByMs}, ${stage ?? 'no stage'})`;
}

export function cancelKey(source: string, cause: Key): string {
  return `cancelled(${source}, ${cause})`;
}

export function lateKey(stage: string, status: string, what: Key): string {
  return `${stage} ${status} ${what}`;
}

/** Operations that race, and everything that anybody can see of them: the package's own, or the model's. */
export interface Race {
  submit(operation: number): boolean;
  arm(operation: number, ms: number): boolean;
  armUntil(operation: number, ms: number): boolean;
  extend(operation: number, ms: number): boolean;
  respond(operation: number, response: number): boolean;
  fail(operation: number, reason: number): boolean;
  cancel(operation: number, reason: number | undefined): boolean;
  internalCancel(operation: number, cause: number | undefined): boolean;
  decoded(operation: number, value: number): boolean;
  decodeFailed(operation: number, reason: number): boolean;
  /** What it threw, as a text; `undefined` when it threw nothing. */
  throwIfExpired(operation: number): string | undefined;
  /** The caller's signal aborts. */
  abort(): void;
  /** Time passes, and nobody notices. */
  pass(ms: number): void;
  /** The host timer fires. Returns how many it decided. */
  wake(): number;
  /** The executor takes one turn. Returns whether there was one to take. */
  step(): boolean;
  endTurn(): void;

  state(operation: number): string;
  outcome(operation: number): string | undefined;
  value(operation: number): Key;
  reason(operation: number): Key;
  cancelSource(operation: number): string | undefined;
  remaining(operation: number): number;
  readonly armed: number;
  readonly queued: number;
  readonly undecided: number;
  /** How many listeners the runtime counts, and how many the signal holds. */
  readonly listeners: number;
  readonly listening: number;
}
