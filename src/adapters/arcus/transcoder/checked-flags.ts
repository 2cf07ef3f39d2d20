/** @throws TypeError if these are no flags of an item: an integer of 32 bits without sign */
export function checkedFlags(flags: number): number {
  if (!Number.isInteger(flags) || flags < 0 || flags > 0xffff_ffff) {
    throw new TypeError(`flags must be an integer from 0 to 4294967295, not ${String(flags)}`);
  }
  return flags;
}
