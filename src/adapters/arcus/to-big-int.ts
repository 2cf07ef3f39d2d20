import { ArcusArgumentError } from './protocol/arguments/argument-error.ts';

/** A whole number as a bigint. @throws ArcusArgumentError if it is none */
export function toBigInt(argument: string, value: bigint | number): bigint {
  if (typeof value === 'bigint') return value;
  if (Number.isSafeInteger(value)) return BigInt(value);
  throw new ArcusArgumentError(argument, 'must be a bigint or a safe integer', value);
}
