/**
 * Limits as given, with defaults for those that are not. They count things or bytes, of which there are no halves.
 * @param least the least of each
 * @throws TypeError if one is no such number; `Infinity` sets no limit
 */
export function checkedLimits<L extends { readonly [name in keyof L]: number }>(
  defaults: L,
  given: { readonly [name in keyof L]?: number | undefined },
  least = 0,
): L {
  const limits = { ...defaults };
  for (const name of Object.keys(defaults) as (keyof L & string)[]) {
    const value: unknown = given[name];
    if (value === undefined) continue;
    const whole = Number.isInteger(value) || value === Number.POSITIVE_INFINITY;
    if (!whole || (value as number) < least) {
      throw new TypeError(`${name} must be a whole number from ${least} up, not ${String(value)}`);
    }
    limits[name] = value as L[typeof name];
  }
  return limits;
}
