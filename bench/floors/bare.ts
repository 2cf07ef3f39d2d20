/** A bare `await` of the work, one after another. */
export async function bare(count: number, work: () => Promise<unknown>): Promise<void> {
  for (let i = 0; i < count; i++) await work();
}
