/**
 * Limits as given, with defaults for those that are not.
 * @throws TypeError if one is not a number from 0 up; `Infinity` sets no limit
 */
export function checkedLimits<L extends { readonly [name in keyof L]: number }>(
  defaults: L,
  given: { readonly [name in keyof L]?: number | undefined },
): L {
  const limits = { ...defaults };
  for (const name of Object.keys(defaults) as (keyof L & string)[]) {
    const value: unknown = given[name];
    if (value === undefined) continue;
    if (typeof value !== 'number' || !(value >= 0)) {
      throw new TypeError(`${name} must be a number from 0 up, not ${String(value)}`);
    }
    limits[name] = value as L[typeof name];
  }
  return limits;
}
