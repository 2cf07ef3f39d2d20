import { RaceModel } from './race-model.ts';
import { RaceScript } from './race-script.ts';
import { RaceTrace } from './race-trace.ts';
import { RealRace } from './real-race.ts';

/** Where the package and the model part. */
export interface RaceBreach {
  /** What differs: the result of an event, a hook, something that can be seen; or which of these it is. */
  readonly what: string;
  /** How they got there. */
  readonly story: string;
}

const expected: RaceTrace = new RaceTrace();
const seen: RaceTrace = new RaceTrace();

/** Plays a tape on the package and on the model. Returns where they part; `undefined` if they never do. */
export function raceBreach(tape: Uint8Array): RaceBreach | undefined {
  const model = new RaceScript(tape, expected);
  model.play(new RaceModel(model.setup, model));
  const real = new RaceScript(tape, seen);
  real.play(new RealRace(real.setup, real));
  const at = seen.difference(expected);
  if (at === undefined) return undefined;
  const [want, got] = [expected.label(at), seen.label(at)];
  const setup = JSON.stringify(real.setup);
  return {
    what: (want === got ? want : `${got} for ${want}`).replaceAll('·', ''),
    story: `${setup}\n${seen.story(at)}\nexpected ${expected.entry(at)}\n     got ${seen.entry(at)}`,
  };
}
