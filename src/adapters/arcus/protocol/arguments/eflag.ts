import type { ByteWriter } from '../byte-writer.ts';
import { ArcusArgumentError } from './argument-error.ts';
import { writeHex } from './bkey.ts';
import { writeInteger } from './integer.ts';
import { requireObject } from './require-object.ts';
import { writeWord } from './tail.ts';

export type BitOperator = '&' | '|' | '^';
export type Comparison = 'EQ' | 'NE' | 'LT' | 'LE' | 'GT' | 'GE';

/** Picks elements by their eflag. An element whose eflag is missing or too short matches only `NE`. */
export interface EflagFilter {
  /** First byte of the eflag that is compared, 0 to 30. */
  readonly offset: number;
  /** Combined with those bytes before they are compared; as long as the values. */
  readonly bitwise?: { readonly operator: BitOperator; readonly value: Uint8Array };
  readonly comparison: Comparison;
  /** One value; with `EQ` (any of) and `NE` (none of) up to 100 of equal length. `offset` + length is at most 31. */
  readonly values: readonly Uint8Array[];
}

/** What `bop update` does to an eflag: replace it, combine some bytes of it, or remove it. */
export type EflagUpdate =
  | Uint8Array
  | { readonly offset: number; readonly operator: BitOperator; readonly value: Uint8Array }
  | 'remove';

const bitOperators: readonly BitOperator[] = ['&', '|', '^'];
const comparisons: readonly Comparison[] = ['EQ', 'NE', 'LT', 'LE', 'GT', 'GE'];

/** ` <eflag>`, if given. */
export function writeEflag(out: ByteWriter, eflag: Uint8Array | undefined): void {
  if (eflag === undefined) return;
  out.byte(32);
  writeHex(out, eflag, 'eflag');
}

/** ` <offset> [<bitop> <bitvalue>] <compop> <compvalue>[,<compvalue>...]`, if given. */
export function writeFilter(out: ByteWriter, filter: EflagFilter | undefined): void {
  if (filter === undefined) return;
  requireObject(filter, 'filter');
  const { offset, bitwise, comparison, values } = filter;
  writeInteger(out, offset, 'filter.offset', 0, 30);
  let length = -1;
  if (bitwise !== undefined) {
    requireObject(bitwise, 'filter.bitwise');
    writeWord(out, bitwise.operator, 'filter.bitwise.operator', bitOperators);
    out.byte(32);
    length = writeHex(out, bitwise.value, 'filter.bitwise.value');
  }
  writeWord(out, comparison, 'filter.comparison', comparisons);
  const most = comparison === 'EQ' || comparison === 'NE' ? 100 : 1;
  const count = Array.isArray(values) ? values.length : 0;
  if (count === 0 || count > most) {
    throw new ArcusArgumentError('filter.values', `must have 1 to ${most} entries with ${comparison}`, values);
  }
  for (let i = 0; i < count; i++) {
    out.byte(i === 0 ? 32 : 44);
    const size = writeHex(out, values[i] as Uint8Array, `filter.values[${i}]`);
    if (length === -1) length = size;
    if (size !== length)
      throw new ArcusArgumentError(`filter.values[${i}]`, `must have ${length} bytes like the others`, values[i]);
  }
  refuseBeyondEflag(offset, length, 'filter');
}

/** ` <value>`, ` <offset> <bitop> <value>` or ` 0`, if given. */
export function writeEflagUpdate(out: ByteWriter, update: EflagUpdate | undefined): void {
  if (update === undefined || update instanceof Uint8Array) {
    writeEflag(out, update);
    return;
  }
  if (update === 'remove') {
    out.ascii(' 0');
    return;
  }
  if (typeof update !== 'object' || update === null) {
    throw new ArcusArgumentError('eflag', "must be a Uint8Array, { offset, operator, value } or 'remove'", update);
  }
  const { offset, operator, value } = update;
  writeInteger(out, offset, 'eflag.offset', 0, 30);
  writeWord(out, operator, 'eflag.operator', bitOperators);
  out.byte(32);
  refuseBeyondEflag(offset, writeHex(out, value, 'eflag.value'), 'eflag');
}

function refuseBeyondEflag(offset: number, length: number, argument: string): void {
  if (offset + length > 31) {
    throw new ArcusArgumentError(argument, 'must end within the 31 bytes of an eflag', offset + length);
  }
}
