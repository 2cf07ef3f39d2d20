/**
 * Limits as given, with defaults for the rest.
 * @throws TypeError if one is not a number from 0 up; `Infinity` sets no limit
 */
export function checkedLimits<L extends { readonly [name in keyof L]: number }>(
  defaults: L,
  given: Partial<L>,
): L {
  const limits = { ...defaults, ...given };
  for (const name of Object.keys(defaults) as (keyof L & string)[]) {
    const value: unknown = limits[name];
    if (typeof value !== 'number' || !(value >= 0)) {
      throw new TypeError(`${name} must be a number from 0 up, not ${String(value)}`);
    }
  }
  return limits;
}
