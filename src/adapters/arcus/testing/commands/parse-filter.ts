import { cInteger } from '../c-integer.ts';
import type { BitwiseOperator } from '../store/combine-hex.ts';
import type { CompareOperator, EflagFilter } from '../store/eflag-filter.ts';
import { parseHex } from './parse-bkey.ts';

const COMPARE: readonly CompareOperator[] = ['EQ', 'NE', 'LT', 'LE', 'GT', 'GE'];
const BITWISE: readonly BitwiseOperator[] = ['&', '|', '^'];
/** Longest element flag in bytes. */
const LONGEST = 31;
const MOST_VALUES = 100;

/** A filter and how many words it took; no filter and 0 if the words do not look like one. */
export interface ParsedFilter {
  readonly filter: EflagFilter | undefined;
  readonly words: number;
}

/** `<offset> [<bitop> <bitvalue>] <compop> <compvalue>[,<compvalue>...]` in front of other words. Undefined if it looks like a filter but is none. */
export function parseFilter(words: readonly string[]): ParsedFilter | undefined {
  if (!words[2]?.startsWith('0x')) return { filter: undefined, words: 0 };
  const offset = parseOffset(words[0]);
  const combines = words[4]?.startsWith('0x') ?? false;
  const bitwise = combines ? parseBitwise(words[1], words[2]) : undefined;
  const [operatorWord, valuesWord = ''] = combines ? words.slice(3) : words.slice(1);
  const compare = COMPARE.find((operator) => operator === operatorWord);
  if (offset === undefined || compare === undefined || (combines && bitwise === undefined)) return undefined;
  const several = compare === 'EQ' || compare === 'NE';
  const values = parseValues(several ? valuesWord.split(',').filter((word) => word !== '') : [valuesWord]);
  const [first = ''] = values ?? [];
  if (values === undefined || offset + first.length / 2 > LONGEST) return undefined;
  if (bitwise !== undefined && bitwise.value.length !== first.length) return undefined;
  return { filter: { offset, bitwise, compare, values }, words: combines ? 5 : 3 };
}

export function parseOffset(word = ''): number | undefined {
  const offset = cInteger.u32(word);
  return offset === undefined || offset >= LONGEST ? undefined : offset;
}

export function parseOperator(word: string | undefined): BitwiseOperator | undefined {
  return BITWISE.find((operator) => operator === word);
}

function parseBitwise(operatorWord: string | undefined, valueWord: string): EflagFilter['bitwise'] {
  const operator = parseOperator(operatorWord);
  const value = parseHex(valueWord);
  return operator === undefined || value === undefined ? undefined : { operator, value };
}

/** The values, all of one length. */
function parseValues(words: readonly string[]): readonly string[] | undefined {
  if (words.length > MOST_VALUES) return undefined;
  const values = words.map(parseHex);
  const fine = values.every((value) => value !== undefined && value.length === values[0]?.length);
  return fine && values.length > 0 ? values.map(String) : undefined;
}
