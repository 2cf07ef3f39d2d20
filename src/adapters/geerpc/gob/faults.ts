import { GobError } from './gob-error.ts';
import type { WireType } from './wire-type.ts';

/** The error of a value that is none of its type; `hint` says what to do about it. */
export function valueFault(expected: string, value: unknown, hint = ''): GobError {
  return new GobError('ERR_GOB_VALUE', `expected ${expected}, got ${printed(value)}${hint}`);
}

/** The error of a wire type that a schema cannot take. */
export function typeFault(expected: string, wire: WireType): GobError {
  const name = 'name' in wire && wire.name !== '' ? ` ${JSON.stringify(wire.name)}` : '';
  return new GobError('ERR_GOB_TYPE', `expected ${expected}, got ${wire.kind}${name} on the wire`);
}

/** A value in few words, whatever it is. */
export function printed(value: unknown): string {
  if (typeof value === 'string')
    return `the string ${JSON.stringify(value.length > 40 ? `${value.slice(0, 40)}…` : value)}`;
  if (typeof value === 'bigint') return `${value}n`;
  if (Object.is(value, -0)) return '-0';
  if (Array.isArray(value)) return `an array of ${value.length}`;
  if (typeof value === 'function') return 'a function';
  if (typeof value === 'object' && value !== null) return Object.prototype.toString.call(value);
  return String(value);
}
