import * as fc from 'fast-check';
import { timed } from 'timed-operation';
import { explore, exploreAsync, type Probe, type Report } from 'timed-operation/testing';
import { runWith, schedules } from 'timed-operation/testing/fast-check';
import { coreProbe } from '../../test/testing/core-probe.ts';
import { coreMutants } from '../../test/testing/mutants/core-mutants.ts';
import { laterPipelineMutants } from '../../test/testing/mutants/later-pipeline-mutants.ts';
import { pipelineMutants } from '../../test/testing/mutants/pipeline-mutants.ts';
import { runsByFcScheduler } from '../rows/by-fc-scheduler.ts';
import type { Suite } from '../runner/figure.ts';

const IMPL = 'ours';

const STEPS = 8;

/** CPU seconds of this process. */
function cpuSeconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}

/** Two calls of `timed`, awaited by async functions. */
const asyncProbe: Probe<void> = {
  name: 'two calls',
  setup(world) {
    const { runtime } = world;
    for (const [index, timeout] of [100, 120].entries()) {
      const answer = () => new Promise<number>((resolve) => world.anytime(`response${index}`, () => resolve(index)));
      const call = timed(answer, { timeout, runtime });
      world.anytime(`cancel${index}`, () => call.cancel());
      world.settles(call);
    }
  },
};

/** Runs `check` until it has used a few CPU seconds, and gives the schedules in one of them. */
async function perSecond(seconds: number, check: () => Report | Promise<Report>): Promise<number> {
  await check();
  let schedules = 0;
  const start = cpuSeconds();
  do {
    const report = await check();
    if (report.failures.length > 0) throw new Error(`${report.probe}: ${report.failures[0]?.message}`);
    schedules += report.schedules;
  } while (cpuSeconds() - start < seconds);
  return schedules / (cpuSeconds() - start);
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
}

/** How fast the race harness explores, and whether it finds what it must. */
export const suite: Suite = {
  name: 'harness',
  async run(report, { quick, progress }) {
    const seconds = quick ? 0.5 : 3;
    const rate = (name: string, value: number) => report({ name, impl: IMPL, value, unit: 'schedules / CPU-s' });

    progress(0, STEPS, 'core');
    // 12 steps deep, over 80,000 schedules, nothing cut short, all rules on.
    const core = coreProbe({ operations: 2, lag: true, unpruned: true });
    rate('schedules/core', await perSecond(seconds, () => explore(core, { strategy: 'exhaustive' })));
    progress(1, STEPS, 'with promises');
    const some = { strategy: { random: 5_000 } } as const;
    rate('schedules/async', await perSecond(seconds, () => exploreAsync(asyncProbe, some)));
    progress(2, STEPS, 'by hop');
    rate('schedules/hop', await perSecond(seconds, () => exploreAsync(asyncProbe, { ...some, byHop: true })));

    progress(3, STEPS, 'four operations');
    if (!quick) {
      const start = cpuSeconds();
      const four = explore(coreProbe({ operations: 4, asyncDecodes: 4, listens: 1 }), { strategy: 'exhaustive' });
      if (!four.ok || four.complete !== 'exhaustive')
        throw new Error('Expected four operations to be explored in full');
      report({ name: 'exhaustive/4ops-seconds', impl: IMPL, value: cpuSeconds() - start, unit: 'CPU-s' });
    }

    progress(4, STEPS, 'mutants');
    const mutants = [...coreMutants, ...pipelineMutants, ...laterPipelineMutants];
    const failures = mutants.map((mutant) => explore(mutant.probe()).failures[0]);
    const killed = failures.filter((failure) => failure !== undefined);
    report({ name: 'mutants/count', impl: IMPL, value: mutants.length, unit: 'mutants' });
    report({ name: 'mutants/killed-share', impl: IMPL, value: killed.length / mutants.length, unit: 'share' });
    const deviations = median(killed.map((failure) => failure.deviations));
    report({ name: 'mutants/median-deviations', impl: IMPL, value: deviations, unit: 'deviations' });
    report({
      name: 'mutants/shrink-ms',
      impl: IMPL,
      value: median(killed.map((failure) => failure.shrinkMs)),
      unit: 'ms',
    });
    const slowest = Math.max(...killed.map((failure) => failure.shrinkMs));
    report({ name: 'mutants/slowest-shrink-ms', impl: IMPL, value: slowest, unit: 'ms' });

    progress(5, STEPS, 'mutants, at random');
    // The same mutants by what else there is, with as many runs as fast-check makes by default.
    const share = (kills: (mutant: (typeof mutants)[number]) => boolean) =>
      mutants.filter(kills).length / mutants.length;
    const numRuns = 100;
    const random = share((each) => explore(each.probe(), { strategy: { random: numRuns } }).failures.length > 0);
    report({ name: 'mutants/killed-share', impl: 'random, 100 runs', value: random, unit: 'share' });
    progress(6, STEPS, 'mutants, by fast-check');
    const drawn = share((each) => {
      const property = fc.property(schedules(), (schedule) => runWith(each.probe(), schedule));
      return fc.check(property, { numRuns, seed: 1, endOnFailure: true }).failed;
    });
    report({
      name: 'mutants/killed-share',
      impl: 'fast-check through the bridge, 100 runs',
      value: drawn,
      unit: 'share',
    });
    progress(7, STEPS, 'mutants, by fc.scheduler');
    const found: number[] = [];
    for (const mutant of mutants) found.push(await runsByFcScheduler(mutant.probe(), numRuns, 1));
    const scheduled = (runs: (index: number) => number) =>
      found.filter((needed, index) => needed <= runs(index)).length / mutants.length;
    report({ name: 'mutants/count', impl: 'fc.scheduler', value: mutants.length, unit: 'mutants' });
    const plain = { name: 'mutants/killed-share', unit: 'share' };
    report({ ...plain, impl: 'fc.scheduler', value: scheduled(() => numRuns) });
    // The runs that ours took to find it, mutant by mutant.
    const asOurs = (index: number) => failures[index]?.foundAfter ?? numRuns;
    report({ ...plain, impl: 'fc.scheduler, as many runs as ours', value: scheduled(asOurs) });
  },
};
