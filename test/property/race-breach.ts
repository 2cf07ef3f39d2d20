import { RaceModel } from './race-model.ts';
import { RaceScript } from './race-script.ts';
import { RealRace } from './real-race.ts';

/** Plays a tape on the package and on the model. Returns where they part, and how they got there; `undefined` if they never do. */
export function raceBreach(tape: Uint8Array): string | undefined {
  const expected = new RaceScript(tape);
  expected.play(new RaceModel(expected.setup, expected));
  const seen = new RaceScript(tape);
  seen.play(new RealRace(seen.setup, seen));
  const at = seen.trace.difference(expected.trace);
  if (at === undefined) return undefined;
  const setup = JSON.stringify(seen.setup);
  return `${setup}\n${seen.trace.story(at)}\nexpected ${expected.trace.entry(at)}\n     got ${seen.trace.entry(at)}`;
}
