import type { World } from './world.ts';

/** What is explored: a small situation in which things race. */
export interface Probe<Subject> {
  /** Names it, in tokens and reports. */
  readonly name: string;
  /** Sets the situation up, anew for each run. Everything it makes lives on `world.runtime`. */
  setup(world: World): Subject;
  /** After each step. */
  step?(subject: Subject, world: World): void;
  /** When nothing is left to happen. */
  quiet?(subject: Subject, world: World): void;
  /**
   * What later steps depend on besides the world, its operations and its pipes; with it, runs that come to a state seen before are cut
   * short. Leave it out when in doubt.
   */
  state?(subject: Subject): string | number;
  /** How the run came out: a key of the outcome table. By default the outcomes of all operations, in order. */
  outcome?(subject: Subject, world: World): string;
}
