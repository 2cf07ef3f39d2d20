import type { ExploreOptions } from './explore-options.ts';
import type { Labels } from './labels.ts';
import { Deviations } from './strategies/deviations.ts';
import { Exhaustive } from './strategies/exhaustive.ts';
import { LabelledReplay } from './strategies/labelled-replay.ts';
import { Pct } from './strategies/pct.ts';
import { Random } from './strategies/random.ts';
import { Replay } from './strategies/replay.ts';
import { StateWalk } from './strategies/state-walk.ts';
import type { Driver } from './tape.ts';
import { parseToken } from './token.ts';

/** One strategy of a check. */
export interface Phase {
  readonly driver: Driver;
  /** The share of what is then left of the budget that it may use; the default budget leaves `Infinity` alone. */
  readonly share: number;
}

/** How many runs one turn of a random strategy makes before the other has its own. */
const RANDOM_TURN = 2000;

/** The strategies of a check, in their order. */
export function* plan(options: ExploreOptions, labels: Labels, hasState: boolean): Generator<Phase> {
  const { strategy = 'auto', seed = 1 } = options;
  const whole = (driver: Driver): Phase => ({ driver, share: 1 });
  const all = () => (hasState ? new StateWalk() : new Exhaustive());
  if (strategy === 'natural') yield whole(new Replay([]));
  else if (strategy === 'exhaustive') yield whole(all());
  else if (strategy === 'auto') {
    yield { driver: new Deviations(3), share: Number.POSITIVE_INFINITY };
    yield { driver: all(), share: 0.5 };
    for (let turn = seed; ; turn++) {
      yield whole(new Pct(RANDOM_TURN, 3, turn));
      yield whole(new Random(RANDOM_TURN, turn));
    }
  } else if ('deviations' in strategy) yield whole(new Deviations(strategy.deviations));
  else if ('random' in strategy) yield whole(new Random(strategy.random, seed));
  else if ('pct' in strategy) yield whole(new Pct(strategy.pct, strategy.depth ?? 3, seed));
  else yield whole(new LabelledReplay(parseToken(strategy.replay), labels));
}
