import { runChild } from '../runner/child.ts';
import { median } from '../runner/median.ts';
import { rounds, stepsOf } from '../runner/rounds.ts';
import type { Row } from '../runner/row.ts';
import { ratioByRound } from './ratio.ts';

interface Variant {
  readonly entry: 'node' | 'operation';
  readonly by: 'deadline' | 'delay';
  readonly durations: 'same' | 'random';
  readonly pending: number;
}

// The entry is a bare node of four fields, the like of what `f0` allocates; /operation makes a whole operation each time.
const node = { entry: 'node', pending: 0 } as const;
const operation = { entry: 'operation', pending: 0 } as const;
const variants: Readonly<Record<string, Variant>> = {
  'arm-disarm/deadline/same/0': { ...node, by: 'deadline', durations: 'same' },
  'arm-disarm/deadline/random/0': { ...node, by: 'deadline', durations: 'random' },
  'arm-disarm/delay/same/0': { ...node, by: 'delay', durations: 'same' },
  'arm-disarm/delay/random/0': { ...node, by: 'delay', durations: 'random' },
  'arm-disarm/deadline/same/1000000': { ...node, by: 'deadline', durations: 'same', pending: 1_000_000 },
  'arm-disarm/deadline/same/0/operation': { ...operation, by: 'deadline', durations: 'same' },
  'arm-disarm/delay/same/0/operation': { ...operation, by: 'delay', durations: 'same' },
};
const forInformation = ['alloc', 'alloc-clock'];
const planOf = (quick: boolean) => ({
  keys: Object.keys(variants),
  count: () => (quick ? 1 : 5),
  label: (name: string) => name,
  measure: (name: string) => {
    const segments = { size: 20_000, count: quick ? 60 : 200, budget: quick ? 1500 : 6000 };
    return runChild<Record<string, number>>('arm-disarm', { ...variants[name], ...segments });
  },
});

/** ns of CPU to arm a new operation and disarm the oldest of 256 in flight, beside the floors of the same process. */
export const armDisarm: Row = {
  steps: (quick) => stepsOf(planOf(quick)),
  async run(measuring) {
    const { report } = measuring;
    for (const [name, samples] of await rounds(planOf(measuring.quick), measuring)) {
      const of = (impl: string) => samples.map((sample) => sample[impl] ?? Number.NaN);
      const ours = { name, impl: 'ours', value: median(of('ours')), unit: 'ns' };
      if (samples.length === 0) report(ours);
      for (const impl of Object.keys(samples[0] ?? {})) {
        if (impl === 'ours') continue;
        report({ name, impl, value: median(of(impl)), unit: 'ns' });
        if (forInformation.includes(impl)) continue;
        report({ ...ours, ratio: ratioByRound(of('ours'), of(impl)), to: impl });
      }
    }
  },
};
