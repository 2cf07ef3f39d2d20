/**
 * Limits as given, with defaults for those that are not.
 * @param least the least of each
 * @param ms whether they are durations; else they count things or bytes, of which there are no halves
 * @throws TypeError if one is no such number; `Infinity` sets no limit
 */
export function checkedLimits<L extends { readonly [name in keyof L]: number }>(
  defaults: L,
  given: { readonly [name in keyof L]?: number | undefined },
  least = 0,
  ms = false,
): L {
  const limits = { ...defaults };
  for (const name of Object.keys(defaults) as (keyof L & string)[]) {
    const value: unknown = given[name];
    if (value === undefined) continue;
    const fits = ms || Number.isInteger(value) || value === Number.POSITIVE_INFINITY;
    if (typeof value !== 'number' || !(value >= least) || !fits) {
      const kind = ms ? 'number of milliseconds' : 'whole number';
      throw new TypeError(`${name} must be a ${kind} from ${least} up, not ${String(value)}`);
    }
    limits[name] = value as L[typeof name];
  }
  return limits;
}
