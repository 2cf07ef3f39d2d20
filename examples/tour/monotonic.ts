/** Milliseconds on the machine's monotonic clock, the same in our process and the server's. */
export function monotonic(): number {
  return Number(process.hrtime.bigint()) / 1e6;
}
