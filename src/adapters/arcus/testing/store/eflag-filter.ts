import { type BitwiseOperator, combineHex } from './combine-hex.ts';

export type CompareOperator = 'EQ' | 'NE' | 'LT' | 'LE' | 'GT' | 'GE';

/** A condition on element flags. All byte strings are upper-case hex digits, those of one filter of one length. */
export interface EflagFilter {
  /** In bytes. */
  readonly offset: number;
  readonly bitwise: { readonly operator: BitwiseOperator; readonly value: string } | undefined;
  readonly compare: CompareOperator;
  /** Several only with `EQ` (one of) and `NE` (none of). */
  readonly values: readonly string[];
}

/** True if an element with this flag ('' = none) passes. One without, or too short, passes under `NE` only. */
export function passesFilter(eflag: string, filter: EflagFilter | undefined): boolean {
  if (filter === undefined) return true;
  const [value = ''] = filter.values;
  const start = filter.offset * 2;
  if (start + value.length > eflag.length) return filter.compare === 'NE';
  let operand = eflag.slice(start, start + value.length);
  if (filter.bitwise !== undefined) operand = combineHex(operand, filter.bitwise.operator, filter.bitwise.value);
  switch (filter.compare) {
    case 'EQ':
      return filter.values.includes(operand);
    case 'NE':
      return !filter.values.includes(operand);
    case 'LT':
      return operand < value;
    case 'LE':
      return operand <= value;
    case 'GT':
      return operand > value;
    case 'GE':
      return operand >= value;
  }
}
