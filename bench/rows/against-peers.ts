import { peerNames } from '../peers/names.ts';
import { runChild } from '../runner/child.ts';
import { rounds, stepsOf } from '../runner/rounds.ts';
import type { Row } from '../runner/row.ts';
import { type Pair, reportComparison } from './compare.ts';

interface PeerFigure {
  readonly name: string;
  readonly unit: string;
  /** The pair in the child's answer. */
  pick(answer: Record<string, number>): Pair;
}

interface PeerRow {
  readonly child: string;
  /** What one measurement gives. */
  readonly figures: readonly PeerFigure[];
  /** Rounds of a full run: ours and the native idiom, to which it is held, and each of the others. */
  readonly roundCount: { readonly closest: number; readonly others: number };
  /** Who is left out. */
  leftOut?(impl: string, quick: boolean): boolean;
  /** What the child gets besides the contender's name. */
  input(quick: boolean, impl: string): object;
}

const closest = ['ours', 'race'];

/** A row that measures ours and every peer, a process for each and round; a quick run has one. */
export function againstPeers(row: PeerRow): Row {
  const label = row.figures[0]?.name ?? row.child;
  const planOf = (quick: boolean) => ({
    keys: ['ours', ...peerNames].filter((impl) => !row.leftOut?.(impl, quick)),
    count: (impl: string) => (quick ? 1 : row.roundCount[closest.includes(impl) ? 'closest' : 'others']),
    label: (impl: string) => `${label} ${impl}`,
    measure: (impl: string) => {
      const input = { impl, ...row.input(quick, impl) };
      return runChild<Record<string, number>>(row.child, input, { limit: quick ? 10_000 : 30_000 });
    },
  });
  return {
    steps: (quick) => stepsOf(planOf(quick)),
    async run(measuring) {
      const results = await rounds(planOf(measuring.quick), measuring);
      for (const { name, unit, pick } of row.figures) {
        const pairs = new Map([...results].map(([impl, answers]) => [impl, answers.map(pick)]));
        reportComparison(measuring.report, name, unit, pairs);
      }
    },
  };
}
