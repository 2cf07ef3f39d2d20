/**
 * A command that must not be sent: one of its arguments breaks a rule of the ARCUS protocol. Thrown while
 * encoding; no byte of the command has been written.
 */
export class ArcusArgumentError extends TypeError {
  override readonly name: string = 'ArcusArgumentError';
  readonly code = 'ERR_ARCUS_ARGUMENT';
  /** The argument at fault, as it is called in the command: `key`, `flags`, `filter.offset` and so on. */
  readonly argument: string;

  /** @param rule what the argument must be, to follow its name: `must be an integer from 0 to 30` */
  constructor(argument: string, rule: string, value: unknown) {
    super(`${argument} ${rule}, not ${shown(value)}`);
    this.argument = argument;
  }
}

const shownBigint = 2n ** 128n;

/** A short, printable picture of a value: a message never carries control characters or a megabyte of data. */
function shown(value: unknown): string {
  if (typeof value === 'string')
    return value.length > 40 ? `${JSON.stringify(value.slice(0, 40))}...` : JSON.stringify(value);
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (typeof value === 'bigint')
    return value > shownBigint || value < -shownBigint ? 'a bigint beyond that' : String(value);
  if (value instanceof Uint8Array) return `${value.length} bytes`;
  if (Array.isArray(value)) return `an array of ${value.length}`;
  return value === null || value === undefined ? String(value) : `a value of type ${typeof value}`;
}
