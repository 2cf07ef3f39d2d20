import { describeValue } from '../../../../core/errors.ts';
import { checkOptions, type OptionNames, optionNames } from '../../../check-options.ts';

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

/** What each kind of fault takes. */
const kinds: { readonly [Kind in Fault['kind']]: OptionNames } = {
  delay: optionNames<FaultOf<'delay'>>({ kind: true, ms: true }),
  hang: optionNames<FaultOf<'hang'>>({ kind: true }),
  slow: optionNames<FaultOf<'slow'>>({ kind: true, bytes: true, ms: true }),
  line: optionNames<FaultOf<'line'>>({ kind: true, text: true }),
  drop: optionNames<FaultOf<'drop'>>({ kind: true, bytes: true }),
  halfClose: optionNames<FaultOf<'halfClose'>>({ kind: true, bytes: true }),
  refuse: optionNames<FaultOf<'refuse'>>({ kind: true }),
};
type FaultOf<Kind extends Fault['kind']> = Extract<Fault, { readonly kind: Kind }>;

const scopeNames = optionNames<FaultScope>({ connection: true, command: true, skip: true, times: true });

/** @throws TypeError or RangeError unless the fault and its scope make sense */
export function checkFault(fault: Fault, scope: FaultScope): void {
  const kind: unknown = (fault as Fault | null | undefined)?.kind;
  if (typeof kind !== 'string' || !Object.hasOwn(kinds, kind)) {
    throw new TypeError(
      `Expected a fault of kind ${Object.keys(kinds).join(', ')}, got ${describeValue(kind === undefined ? fault : kind)}`,
    );
  }
  checkOptions(`Fault '${fault.kind}'`, kinds[fault.kind], fault);
  checkOptions(`The scope of fault '${fault.kind}'`, scopeNames, scope);
  checkNumbers(fault);
  if (fault.kind === 'line' && (typeof fault.text !== 'string' || /[\r\n]/.test(fault.text))) {
    throw new TypeError("Fault 'line': text must be one line, without its end");
  }
}

/** Those that a kind needs, and those that it may have. */
function checkNumbers(fault: Fault): void {
  const needed = fault.kind === 'delay' || fault.kind === 'slow' ? { ms: fault.ms } : {};
  const numbers = { ...needed, ...('bytes' in fault && fault.bytes !== undefined && { bytes: fault.bytes }) };
  for (const [name, value] of Object.entries<unknown>(numbers)) {
    if (typeof value !== 'number' || !(value >= 0) || value === Number.POSITIVE_INFINITY) {
      const came = describeValue(value);
      throw new RangeError(`Fault '${fault.kind}': ${name} must be a finite number of at least 0, not ${came}`);
    }
  }
  if (fault.kind !== 'slow') return;
  if (!Number.isInteger(fault.bytes)) throw new RangeError("Fault 'slow': bytes must be an integer");
  if (fault.bytes < 1) throw new RangeError("Fault 'slow': bytes must be at least 1, not 0");
}
