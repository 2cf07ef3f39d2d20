import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Suite } from '../../bench/runner/figure.ts';
import type { SuiteResult } from '../../bench/runner/results-file.ts';
import { type Row, suiteOf } from '../../bench/runner/row.ts';
import { runSuite } from '../../bench/runner/run-suite.ts';

let errors = '';
let out = '';

beforeEach(() => {
  errors = '';
  out = '';
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
    errors += text;
    return true;
  });
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    out += text;
    return true;
  });
});
afterEach(() => vi.restoreAllMocks());

async function run(suite: Suite, json = false) {
  let kept: SuiteResult | undefined;
  const losses = await runSuite(suite, { json, quick: false }, async (_name, result) => {
    kept = result;
    return true;
  });
  return { losses, kept };
}

const figure = { name: 'speed', impl: 'ours', value: 3, unit: 'ns' };
const good: Row = {
  steps: () => 1,
  async run({ report, step }) {
    step('good');
    report(figure);
  },
};
const bad: Row = {
  steps: () => 2,
  async run({ step }) {
    step('bad peer');
    throw new Error('its child died');
  },
};

it('a row that fails is named, and the others give their figures', async () => {
  const { losses, kept } = await run(suiteOf('some', [bad, good]));
  expect(losses).toEqual(['lost some, bad peer: its child died']);
  expect(kept).toMatchObject({ figures: [figure], lost: losses });
  expect(errors).toContain('\nlost some, bad peer: its child died\n');
  expect(out).toContain('speed');
});

it('a suite that fails on its way keeps the figures it has, and says after what', async () => {
  const suite: Suite = {
    name: 'whole',
    async run(report, { progress }) {
      report(figure);
      progress(1, 2, 'second half');
      throw new Error('no memory');
    },
  };
  const { losses, kept } = await run(suite);
  expect(losses).toEqual(["lost whole, all after 'second half': no memory"]);
  expect(kept?.figures).toEqual([figure]);
});

it('a figure that is no number is null, which is a loss where it is ours', async () => {
  const suite: Suite = {
    name: 'empty',
    async run(report) {
      report({ ...figure, value: Number.NaN, ratio: Number.NaN, to: 'bare' });
      report({ ...figure, impl: 'peer', value: Number.NaN });
    },
  };
  const { losses } = await run(suite, true);
  expect(losses).toEqual(['lost empty, speed of ours: it has no value']);
  expect(
    out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line)),
  ).toEqual([
    { suite: 'empty', name: 'speed', impl: 'ours', value: null, unit: 'ns', ratio: null, to: 'bare' },
    { suite: 'empty', name: 'speed', impl: 'peer', value: null, unit: 'ns', ratio: null, to: null },
  ]);
});

it('nothing is said of losses where there are none', async () => {
  const { losses, kept } = await run(suiteOf('fine', [good]));
  expect(losses).toEqual([]);
  expect(kept).not.toHaveProperty('lost');
});
