import { ArcusArgumentError } from './argument-error.ts';

/** Refuses what is no object where one must be, before a property of it is read. */
export function requireObject(value: unknown, argument: string): void {
  if (typeof value !== 'object' || value === null) throw new ArcusArgumentError(argument, 'must be an object', value);
}
