import { peerNames } from '../peers/names.ts';
import { runChild } from '../runner/child.ts';
import { rounds } from '../runner/rounds.ts';
import type { Row } from '../runner/row.ts';
import { type Pair, reportComparison } from './compare.ts';

interface PeerRow {
  readonly name: string;
  readonly unit: string;
  readonly child: string;
  readonly roundCount: { readonly quick: number; readonly full: number };
  /** Who is left out of a quick run, being slow. */
  readonly notQuick?: readonly string[];
  /** What the child gets besides the contender's name. */
  input(quick: boolean, impl: string): object;
  /** The pair in the child's answer. */
  pick(answer: Record<string, number>): Pair;
}

/** A row that measures ours and every peer, a process for each and round. */
export function againstPeers(row: PeerRow): Row {
  const all = ['ours', ...peerNames];
  const implsOf = (quick: boolean) => (quick ? all.filter((impl) => !row.notQuick?.includes(impl)) : all);
  const count = (quick: boolean) => (quick ? row.roundCount.quick : row.roundCount.full);
  return {
    steps: (quick) => implsOf(quick).length * count(quick),
    async run(report, quick, step) {
      const measure = async (impl: string) => {
        const limit = quick ? 10_000 : 30_000;
        const input = { impl, ...row.input(quick, impl) };
        const answer = await runChild<Record<string, number>>(row.child, input, { limit });
        return answer && row.pick(answer);
      };
      const results = await rounds(implsOf(quick), count(quick), measure, (impl) => step(`${row.name} ${impl}`));
      reportComparison(report, row.name, row.unit, results);
    },
  };
}
