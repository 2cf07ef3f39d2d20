import { checkKeys } from '../core/check-options.ts';
import { expect } from '../core/errors.ts';
import type { ExploreOptions } from './explore-options.ts';
import type { Grade } from './outcomes.ts';
import type { Probe } from './probe.ts';
import { RACING_EVENTS } from './race-table.ts';

const KNOWN: Readonly<Record<keyof ExploreOptions, true>> = {
  strategy: true,
  budgetMs: true,
  maxSchedules: true,
  seed: true,
  maxSteps: true,
  outcomes: true,
  others: true,
  races: true,
  marks: true,
  model: true,
  monitors: true,
  progress: true,
  byHop: true,
};

const STRATEGIES: readonly (readonly string[])[] = [['deviations'], ['random'], ['pct', 'depth'], ['replay']];
const STRATEGY = "'auto', 'natural', 'exhaustive', { deviations }, { random }, { pct, depth } or { replay }";
const GRADES: readonly Grade[] = ['acceptable', 'interesting', 'required', 'forbidden'];

/**
 * Checks what a check is given: a word that is misspelt would be no option at all, and a check that looks less far than it seems to.
 * @throws TypeError that names what is wrong, and what there is.
 */
export function checkExploreOptions(probe: Probe<never>, options: ExploreOptions): void {
  const { name, setup } = (probe ?? {}) as Partial<Probe<never>>;
  expect(typeof setup === 'function', 'probe', 'an object with a `name` and a `setup(world)`', probe);
  expect(typeof name === 'string', 'probe.name', 'a text', name);
  expect(typeof options === 'object' && options !== null, 'options', 'an object', options);
  checkKeys('explore', options, Object.keys(KNOWN));
  const { strategy = 'auto', outcomes = {}, others = 'forbidden', races = [] } = options;
  expect(
    isStrategy(strategy),
    'strategy',
    STRATEGY,
    typeof strategy === 'string' ? strategy : Object.keys(strategy).join(),
  );
  for (const grade of [...Object.values(outcomes), others]) {
    expect(GRADES.includes(grade), 'outcomes', `graded ${GRADES.join(', ')}`, grade);
  }
  for (const event of races === 'all' ? [] : races) {
    expect(RACING_EVENTS.includes(event), 'races', `'all', or of ${RACING_EVENTS.join(', ')}`, event);
  }
}

function isStrategy(strategy: NonNullable<ExploreOptions['strategy']>): boolean {
  if (typeof strategy === 'string') return ['auto', 'natural', 'exhaustive'].includes(strategy);
  const keys = Object.keys(strategy);
  return STRATEGIES.some((known) => keys.includes(known[0] as string) && keys.every((key) => known.includes(key)));
}
