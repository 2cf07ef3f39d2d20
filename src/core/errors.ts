/** Which limit a timeout passed: a relative one, an absolute one, silence, or (once the response was in) the time for decoding. */
export type LimitKind = 'timeout' | 'deadline' | 'idle' | 'decode';

/** Who cancelled: the caller by `cancel()`, the caller's `AbortSignal`, or the adapter itself (disconnect, shutdown). */
export type CancelSource = 'caller' | 'signal' | 'internal';

// A registered symbol, not `instanceof`: two copies of the package in one process agree on what is whose.
const BRAND: symbol = Symbol.for('timed-operation.error');

/** What a {@link TimeoutError} knows. */
export interface TimeoutDetails {
  /** Which limit it was. */
  readonly kind: LimitKind;
  /** The limit in milliseconds: as given, or for a deadline the duration it was made with. */
  readonly limitMs: number;
  /** Milliseconds from the start of that limit to the decision; never less than `limitMs`. */
  readonly elapsedMs: number;
  /** Milliseconds from the limit to the decision: the lag of the event loop, and what was granted for it. */
  readonly lateByMs: number;
  /** The operation's `name`, if it has one. */
  readonly operation: string | undefined;
}

/** Whom a message is about. Whatever was given for a name: an error is made inside a decision, where nothing may throw. */
function about(operation: unknown): string {
  return typeof operation === 'string' ? `Operation '${operation}'` : 'The operation';
}

/** What the two errors of an operation have in common. */
abstract class OperationError extends Error {
  /** The operation's `name`, if it has one. */
  readonly operation: string | undefined;

  constructor(operation: string | undefined, message: string, options?: ErrorOptions) {
    super(message, options);
    this.operation = operation;
  }

  static {
    (OperationError.prototype as unknown as Record<symbol, boolean>)[BRAND] = true;
  }
}

/** An operation passed its limit before its response came. `code` is `'ERR_TIMED_OUT'`. */
export class TimeoutError extends OperationError implements TimeoutDetails {
  static {
    TimeoutError.prototype.name = 'TimeoutError';
  }

  readonly code: 'ERR_TIMED_OUT' = 'ERR_TIMED_OUT';
  readonly kind!: LimitKind;
  readonly limitMs!: number;
  readonly elapsedMs!: number;
  readonly lateByMs!: number;
  /** From adapters: where the operation was (queued, writing, reading, decoding). */
  stage?: string;
  /** From adapters: whether any byte of it had been written. */
  written?: boolean;
  /** From adapters: the node or address it was sent to. */
  node?: string;

  constructor(details: TimeoutDetails) {
    super(details.operation, timeoutMessage(details));
    Object.assign(this, details);
  }
}

/** The caller or the adapter gave the operation up. `code` is `'ERR_CANCELLED'`; `cause` is the reason given, if any. */
export class CancelledError extends OperationError {
  static {
    CancelledError.prototype.name = 'CancelledError';
  }

  readonly code: 'ERR_CANCELLED' = 'ERR_CANCELLED';
  readonly source: CancelSource;

  constructor(source: CancelSource, cause?: unknown, operation?: string) {
    const given = cause === undefined ? undefined : { cause };
    super(operation, `${about(operation)} was cancelled${given ? causeText(cause) : ''}`, given);
    this.source = source;
  }
}

let last: Partial<TimeoutDetails> & { readonly message: string } = { message: '' };

/** Many time out at once by the same limit: they share their message, which would be a fifth of what each error holds. */
function timeoutMessage({ kind, limitMs, operation }: TimeoutDetails): string {
  if (limitMs !== last.limitMs || kind !== last.kind || operation !== last.operation) {
    const message = `${about(operation)} timed out after ${limitMs} ms${kind === 'timeout' ? '' : ` (${kind})`}`;
    last = { kind, limitMs, operation, message };
  }
  return last.message;
}

function causeText(cause: unknown): string {
  try {
    return `: ${cause instanceof Error ? cause.message : describeValue(cause)}`;
  } catch {
    return ''; // A getter or a proxy that throws: what cannot be shown still cancels.
  }
}

/** Whether `error` is a {@link TimeoutError}, of this copy of the package or another. */
export function isTimeoutError(error: unknown): error is TimeoutError {
  return isOurs(error, 'ERR_TIMED_OUT');
}

/** Whether `error` is a {@link CancelledError}, of this copy of the package or another. */
export function isCancelledError(error: unknown): error is CancelledError {
  return isOurs(error, 'ERR_CANCELLED');
}

function isOurs(error: unknown, code: string): boolean {
  // The brand first: nothing else is asked of what is not ours.
  const branded = error as Record<PropertyKey, unknown> | undefined | null;
  return branded?.[BRAND] === true && branded['code'] === code;
}

/** A value as an error message shows it: short, and no code of the value's runs for it. */
export function describeValue(value: unknown): string {
  if (typeof value === 'string') return `'${value.slice(0, 60)}'`;
  if (typeof value === 'bigint') return `${value}n`;
  return value !== null && /object|function/.test(typeof value) ? `a value of type ${typeof value}` : String(value);
}

/** @throws TypeError that names the option, what was expected and what came, unless it is `right`. */
export function expect(right: boolean, option: string, expected: string, value: unknown): void {
  if (!right) throw new TypeError(`Expected \`${option}\` to be ${expected}, got ${describeValue(value)}`);
}

interface StackHost {
  stackTraceLimit?: number;
  captureStackTrace?(error: object, below: unknown): void;
}
const host = Error as StackHost;

/**
 * Makes an error without paying for its stack, which {@link captureStack} adds where it is worth something.
 * @internal
 */
export function withoutStack<E>(make: () => E): E {
  const { stackTraceLimit } = host;
  limitStacks(0);
  try {
    return make();
  } finally {
    limitStacks(stackTraceLimit);
  }
}

function limitStacks(frames: number | undefined): void {
  try {
    host.stackTraceLimit = frames as number;
  } catch {
    // Frozen intrinsics refuse it: the stack is captured here and again later.
  }
}

/**
 * Gives an error the stack of this place. Called from the reaction that completes an operation, where V8 adds the `at async` frames of
 * whoever awaits it; elsewhere the error keeps what it has.
 * @internal
 */
export function captureStack(error: object, below: unknown): void {
  host.captureStackTrace?.(error, below);
}
