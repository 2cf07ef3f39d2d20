/** Milliseconds on the system's monotonic clock, which all processes of a machine share: what one wrote can be judged by another. */
export function monotonic(): number {
  return Number(process.hrtime.bigint()) / 1e6;
}
