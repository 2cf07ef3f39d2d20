import { answerMutants } from './answer-mutants.ts';
import type { Mutant } from './mutant.ts';
import { requestMutants } from './request-mutants.ts';

/** Faults of the pipeline. */
export const pipelineMutants: readonly Mutant[] = [...answerMutants, ...requestMutants];
