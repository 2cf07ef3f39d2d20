/**
 * What goes wrong with a response. The command is carried out all the same, except with `refuse`, and later responses of the connection wait behind it:
 * - `delay`: it comes `ms` later;
 * - `hang`: it does not come until `release` is called;
 * - `slow`: `bytes` of it every `ms`;
 * - `line`: this line comes in its place, such as `SERVER_ERROR out of memory`;
 * - `drop`: the connection breaks, after `bytes` (default 0) of it;
 * - `halfClose`: the server ends its direction after `bytes` (default 0) of it and goes on to read;
 * - `refuse`: a connection is accepted and closed at once, as the real server does above its limit.
 */
export type Fault =
  | { readonly kind: 'delay'; readonly ms: number }
  | { readonly kind: 'hang' }
  | { readonly kind: 'slow'; readonly bytes: number; readonly ms: number }
  | { readonly kind: 'line'; readonly text: string }
  | { readonly kind: 'drop'; readonly bytes?: number }
  | { readonly kind: 'halfClose'; readonly bytes?: number }
  | { readonly kind: 'refuse' };

/** Which responses a fault strikes; without anything, all of them. */
export interface FaultScope {
  /** Number of the connection, 1 for the server's first. */
  readonly connection?: number;
  /** Begin of the request: `get`, `bop insert`, `set k:1`. */
  readonly command?: string;
  /** Leaves out the first so many that it would strike. Default 0. */
  readonly skip?: number;
  /** Strikes so many and is gone then. Default: no limit. */
  readonly times?: number;
}

/** A fault in a server's plan. */
export interface InjectedFault {
  /** How often it has struck. */
  readonly struck: number;
  /** Takes it out of the plan, and lets go what it holds back. */
  release(): void;
}

/** Throws unless the fault makes sense. */
export function checkFault(fault: Fault): void {
  const numbers = Object.entries(fault).filter(([, value]) => typeof value === 'number');
  for (const [name, value] of numbers) {
    if (!(Number(value) >= 0) || value === Number.POSITIVE_INFINITY) {
      throw new RangeError(`Fault '${fault.kind}': ${name} must be a finite number of at least 0, not ${value}`);
    }
  }
  if (fault.kind === 'slow' && !Number.isInteger(fault.bytes))
    throw new RangeError("Fault 'slow': bytes must be an integer");
  if (fault.kind === 'slow' && fault.bytes < 1) throw new RangeError("Fault 'slow': bytes must be at least 1, not 0");
  if (fault.kind === 'line' && /[\r\n]/.test(fault.text)) {
    throw new TypeError("Fault 'line': text must be one line, without its end");
  }
}
