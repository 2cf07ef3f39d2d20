import { peerNames } from '../peers/names.ts';
import { runChild } from '../runner/child.ts';
import { rounds } from '../runner/rounds.ts';
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
  readonly roundCount: { readonly quick: number; readonly full: number };
  /** Who is left out of a quick run, being slow. */
  readonly notQuick?: readonly string[];
  /** What the child gets besides the contender's name. */
  input(quick: boolean, impl: string): object;
}

/** A row that measures ours and every peer, a process for each and round. */
export function againstPeers(row: PeerRow): Row {
  const all = ['ours', ...peerNames];
  const implsOf = (quick: boolean) => (quick ? all.filter((impl) => !row.notQuick?.includes(impl)) : all);
  const count = (quick: boolean) => (quick ? row.roundCount.quick : row.roundCount.full);
  return {
    steps: (quick) => implsOf(quick).length * count(quick),
    async run(report, quick, step) {
      const measure = (impl: string) => {
        const input = { impl, ...row.input(quick, impl) };
        return runChild<Record<string, number>>(row.child, input, { limit: quick ? 10_000 : 30_000 });
      };
      const label = row.figures[0]?.name ?? row.child;
      const results = await rounds(implsOf(quick), count(quick), measure, (impl) => step(`${label} ${impl}`));
      for (const { name, unit, pick } of row.figures) {
        const pairs = new Map([...results].map(([impl, answers]) => [impl, answers.map(pick)]));
        reportComparison(report, name, unit, pairs);
      }
    },
  };
}
