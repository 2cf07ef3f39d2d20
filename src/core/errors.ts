/** Which limit a timeout passed: a relative one, an absolute one, silence, or (once the response was in) the time for decoding. */
export type LimitKind = 'timeout' | 'deadline' | 'idle' | 'decode';

/** Who cancelled: the caller by `cancel()`, the caller's `AbortSignal`, or the adapter itself (disconnect, shutdown). */
export type CancelSource = 'caller' | 'signal' | 'internal';

// Registered symbols, not `instanceof`: two copies of the package in one process agree on what is whose.
const TIMEOUT_BRAND: unique symbol = Symbol.for('timed-operation.TimeoutError');
const CANCELLED_BRAND: unique symbol = Symbol.for('timed-operation.CancelledError');

/** What a {@link TimeoutError} knows. */
export interface TimeoutDetails {
  readonly kind: LimitKind;
  readonly limitMs: number;
  readonly elapsedMs: number;
  readonly lateByMs: number;
  readonly operation: string | undefined;
}

/** An operation passed its limit before its response came. `code` is `'ERR_TIMED_OUT'`. */
export class TimeoutError extends Error implements TimeoutDetails {
  static {
    TimeoutError.prototype.name = 'TimeoutError';
  }

  readonly code: 'ERR_TIMED_OUT' = 'ERR_TIMED_OUT';
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
  /** From adapters: where the operation was (queued, writing, reading, decoding). */
  readonly stage?: string;
  /** From adapters: whether any byte of it had been written. */
  readonly written?: boolean;
  /** From adapters: the node or address it was sent to. */
  readonly node?: string;

  constructor(details: TimeoutDetails, message: string = timeoutMessage(details)) {
    super(message);
    this.kind = details.kind;
    this.limitMs = details.limitMs;
    this.elapsedMs = details.elapsedMs;
    this.lateByMs = details.lateByMs;
    this.operation = details.operation;
  }

  /** @internal */
  get [TIMEOUT_BRAND](): true {
    return true;
  }
}

/** The caller or the adapter gave the operation up. `code` is `'ERR_CANCELLED'`; `cause` is the reason given, if any. */
export class CancelledError extends Error {
  static {
    CancelledError.prototype.name = 'CancelledError';
  }

  readonly code: 'ERR_CANCELLED' = 'ERR_CANCELLED';
  readonly source: CancelSource;
  /** The operation's `name`, if it has one. */
  readonly operation: string | undefined;

  constructor(source: CancelSource, cause?: unknown, operation?: string) {
    super(
      `${nameOperation(operation)} was cancelled${source === 'internal' ? ' internally' : ''}${reasonText(cause)}`,
      cause === undefined ? undefined : { cause },
    );
    this.source = source;
    this.operation = operation;
  }

  /** @internal */
  get [CANCELLED_BRAND](): true {
    return true;
  }
}

/** Whether `error` is a {@link TimeoutError}, of this copy of the package or another. */
export function isTimeoutError(error: unknown): error is TimeoutError {
  return hasBrand(error, TIMEOUT_BRAND);
}

/** Whether `error` is a {@link CancelledError}, of this copy of the package or another. */
export function isCancelledError(error: unknown): error is CancelledError {
  return hasBrand(error, CANCELLED_BRAND);
}

function hasBrand(error: unknown, brand: symbol): boolean {
  return typeof error === 'object' && error !== null && brand in error;
}

function nameOperation(name: string | undefined): string {
  return name === undefined ? 'The operation' : `Operation '${name}'`;
}

function timeoutMessage({ kind, limitMs, operation }: TimeoutDetails): string {
  const what = nameOperation(operation);
  if (kind === 'idle') return `${what} made no progress for ${limitMs} ms`;
  if (kind === 'decode') return `${what} was answered in time, but decoding took more than ${limitMs} ms`;
  return `${what} timed out after ${limitMs} ms${kind === 'deadline' ? ' (its deadline)' : ''}`;
}

function reasonText(cause: unknown): string {
  if (cause === undefined) return '';
  return `: ${cause instanceof Error ? cause.message : typeof cause === 'string' ? cause : describeValue(cause)}`;
}

/** A value as an error message shows it: short, and never thrown over. */
export function describeValue(value: unknown): string {
  if (typeof value === 'string') return value.length > 40 ? `'${value.slice(0, 40)}…'` : `'${value}'`;
  if (typeof value === 'bigint') return `${value}n`;
  if (typeof value === 'symbol') return value.toString();
  if (typeof value === 'function') return 'a function';
  if (typeof value === 'object' && value !== null) return Array.isArray(value) ? 'an array' : 'an object';
  return String(value);
}

interface StackHost {
  stackTraceLimit?: number;
  captureStackTrace?(error: object, below?: unknown): void;
}

/**
 * Makes an error without paying for its stack, which {@link captureStack} adds where it is worth something.
 * @internal
 */
export function withoutStack<E>(make: () => E): E {
  const host = Error as StackHost;
  const limit = host.stackTraceLimit;
  try {
    host.stackTraceLimit = 0;
  } catch {
    // Frozen intrinsics: the stack is captured here, and again later.
  }
  try {
    return make();
  } finally {
    if (limit !== undefined && host.stackTraceLimit === 0) host.stackTraceLimit = limit;
  }
}

/**
 * Gives an error the stack of this place. Called from the reaction that completes an operation, where V8 adds the `at async` frames of
 * whoever awaits it; elsewhere the error keeps what it has.
 * @internal
 */
export function captureStack(error: object, below: unknown): void {
  try {
    (Error as StackHost).captureStackTrace?.(error, below);
  } catch {
    // A frozen error keeps the stack it has.
  }
}
