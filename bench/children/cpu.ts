/** CPU time of this process so far in nanoseconds, its helper threads (garbage collection) included. */
export function cpu(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) * 1000;
}
