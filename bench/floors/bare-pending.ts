/** `count` pieces of work pending at once, then a bare `await` of each. */
export async function barePending(count: number, work: () => Promise<unknown>): Promise<void> {
  const pending: Promise<unknown>[] = [];
  for (let i = 0; i < count; i++) pending.push(work());
  for (const promise of pending) await promise;
}
