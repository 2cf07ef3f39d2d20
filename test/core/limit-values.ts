/** Everything that is no number of milliseconds, and how a message shows it. */
export const BAD: readonly (readonly [unknown, string])[] = [
  [Number.NaN, 'NaN'],
  [-1, '-1'],
  [-0.001, '-0.001'],
  [Number.NEGATIVE_INFINITY, '-Infinity'],
  ['5', "'5'"],
  ['', "''"],
  [null, 'null'],
  [5n, '5n'],
  [true, 'true'],
  [Symbol('ms'), 'Symbol(ms)'],
  [{}, 'a value of type object'],
  [[5], 'a value of type object'],
  [new Date(5), 'a value of type object'],
  [() => 5, 'a value of type function'],
];

export const BAD_OR_MISSING: typeof BAD = [...BAD, [undefined, 'undefined']];

export const GOOD: readonly number[] = [
  0,
  -0,
  0.1,
  0.5,
  1,
  1.5,
  99.999,
  2 ** 31 - 1,
  2 ** 31,
  2 ** 53,
  Number.MAX_VALUE,
  Number.MIN_VALUE,
];

/** The message that refuses `option`, with what came. */
export function refusal(option: string, shown: string): RegExp {
  const text = shown.replace(/[()[\].]/g, '\\$&');
  return new RegExp(`^Expected \`${option}\` to be a number of milliseconds, 0 or more, got ${text}$`);
}
