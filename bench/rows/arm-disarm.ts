import { runChild } from '../runner/child.ts';
import { median } from '../runner/median.ts';
import { rounds } from '../runner/rounds.ts';
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
const names = Object.keys(variants);
const roundCount = (quick: boolean) => (quick ? 1 : 5);

/** ns of CPU to arm a new operation and disarm the oldest of 256 in flight, beside the floors of the same process. */
export const armDisarm: Row = {
  steps: (quick) => names.length * roundCount(quick),
  async run(report, quick, step) {
    const segments = { size: 20_000, count: quick ? 60 : 200, budget: quick ? 1500 : 6000 };
    const measure = (name: string) =>
      runChild<Record<string, number>>('arm-disarm', { ...variants[name], ...segments });
    const results = await rounds(names, roundCount(quick), measure, step);
    for (const [name, samples] of results) {
      const of = (impl: string) => samples.map((sample) => sample[impl] ?? Number.NaN);
      const [first] = samples;
      for (const impl of Object.keys(first ?? {})) {
        if (impl === 'ours') continue;
        report({ name, impl, value: median(of(impl)), unit: 'ns' });
        if (forInformation.includes(impl)) continue;
        const ratio = ratioByRound(of('ours'), of(impl));
        report({ name, impl: 'ours', value: median(of('ours')), unit: 'ns', ratio, to: impl });
      }
    }
  },
};
