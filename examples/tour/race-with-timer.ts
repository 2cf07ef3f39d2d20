/** What {@link raceWithTimer} rejects with. */
export class RaceTimeout extends Error {}

/** How many timers of {@link raceWithTimer} are set. */
export const raceTimers = { set: 0 };

/** The idiom that everybody writes, in its careful form: the timer is cleared. The work goes on all the same. */
export function raceWithTimer<T>(work: () => Promise<T>, ms: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  raceTimers.set++;
  const timeout = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new RaceTimeout(`Timed out after ${ms} ms`)), ms);
  });
  return Promise.race([work(), timeout]).finally(() => {
    clearTimeout(timer);
    raceTimers.set--;
  });
}
