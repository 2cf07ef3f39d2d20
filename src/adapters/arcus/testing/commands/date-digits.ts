/** A Unix time (s) as `YYYYMMDDhhmmss`, in UTC. */
export function dateDigits(unix: number): string {
  return new Date(unix * 1000).toISOString().replace(/\D/g, '').slice(0, 14);
}
