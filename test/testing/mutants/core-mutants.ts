import { completionMutants } from './completion-mutants.ts';
import { decisionMutants } from './decision-mutants.ts';
import { decodingMutants } from './decoding-mutants.ts';
import { limitMutants } from './limit-mutants.ts';
import type { Mutant } from './mutant.ts';

/** Faults of the core. */
export const coreMutants: readonly Mutant[] = [
  ...decisionMutants,
  ...limitMutants,
  ...completionMutants,
  ...decodingMutants,
];
