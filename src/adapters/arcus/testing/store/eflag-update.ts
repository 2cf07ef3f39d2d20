import { type BitwiseOperator, combineHex } from './combine-hex.ts';

/** What `bop update` does to an element flag: put `value` in its place ('' removes it), or combine a part of it with `value`. */
export interface EflagUpdate {
  readonly value: string;
  readonly part: { readonly offset: number; readonly operator: BitwiseOperator } | undefined;
}

/** The new flag; undefined if the part lies outside the old one. An empty `value` combines with nothing, wherever it lies. */
export function updatedEflag(eflag: string, update: EflagUpdate): string | undefined {
  if (update.part === undefined) return update.value;
  if (update.value === '') return eflag;
  const start = update.part.offset * 2;
  const end = start + update.value.length;
  if (end > eflag.length) return undefined;
  return (
    eflag.slice(0, start) + combineHex(eflag.slice(start, end), update.part.operator, update.value) + eflag.slice(end)
  );
}
