/** Since which minor version of ARCUS 1 a server knows them. */
const since: Readonly<Record<string, number>> = { mget: 11, mgets: 13 };

/** Whether a server of that version knows `mget` or `mgets`; not known is no. */
export function hasMget(version: string | undefined, command: string): boolean {
  const [, major, minor] = /^(\d+)\.(\d+)/.exec(version ?? '') ?? [];
  return Number(major) > 1 || (Number(major) === 1 && Number(minor) >= (since[command] ?? 0));
}
