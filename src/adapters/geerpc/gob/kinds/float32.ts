const max = 3.4028234663852886e38;

/** Whether the value is a float32 to its last bit. */
export function isFloat32(value: number): boolean {
  return Object.is(Math.fround(value), value);
}

/** Whether the value is in the range of float32; the infinities and NaN are. */
export function fitsFloat32(value: number): boolean {
  return !(Math.abs(value) > max) || Math.abs(value) === Number.POSITIVE_INFINITY;
}
