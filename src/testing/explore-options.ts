import type { SequentialModel } from './linearizability.ts';
import type { Monitor } from './monitor.ts';
import type { Grade } from './outcomes.ts';
import type { RacingEvent } from './race-table.ts';

/**
 * In which order runs are tried. `auto`, the default: all runs with at most 3 deviations, then all runs there are, cut short at states
 * seen before if the probe has a `state`, and with what is left of the budget PCT and random runs, half each.
 */
export type Strategy =
  | 'auto'
  | 'natural'
  | 'exhaustive'
  | { readonly deviations: number }
  | { readonly random: number }
  | { readonly pct: number; readonly depth?: number }
  | { readonly replay: string };

/** How far a check got. */
export interface Progress {
  readonly schedules: number;
  readonly perSecond: number;
  /** What is being tried. */
  readonly strategy: string;
  /** What has been tried in full. */
  readonly complete: string;
  /** Of the budget; `Infinity` without one. */
  readonly msLeft: number;
}

export interface ExploreOptions {
  readonly strategy?: Strategy;
  /** The longest the check may look for failures, in ms. 1,000 for `auto`, else no limit. */
  readonly budgetMs?: number;
  /** The most runs; no limit by default. */
  readonly maxSchedules?: number;
  /** Of the random strategies; 1 by default. */
  readonly seed?: number;
  /** A run with more steps than this has failed: 1,000 by default. */
  readonly maxSteps?: number;
  /** How outcomes are graded; those not named are `others`. */
  readonly outcomes?: Readonly<Record<string, Grade>>;
  /** `forbidden` by default where there is a table. */
  readonly others?: Grade;
  /**
   * Events that must have been exercised against each other: every order of two, with and without the completion in between, and each
   * in every state that the others lead to.
   */
  readonly races?: readonly RacingEvent[] | 'all';
  /** Marks (`world.sometimes`) that must have been reached. */
  readonly marks?: readonly string[];
  /** The calls of every run (`world.call`) must be explained by this model, one after the other. */
  readonly model?: SequentialModel<unknown>;
  /** What must hold in every run; the rules of the race by default. */
  readonly monitors?: readonly Monitor[];
  /** Hears, twice a second, how far the check got. `true`: writes that to the console. */
  readonly progress?: boolean | ((progress: Progress) => void);
  /** Let microtasks run by turns of the host, also where they can be run synchronously. Of `exploreAsync` only. */
  readonly byHop?: boolean;
}
