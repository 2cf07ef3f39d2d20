import { existsSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import type { Figure } from '../../bench/runner/figure.ts';
import { plot } from '../../bench/runner/plot.ts';
import type { Results, SuiteResult } from '../../bench/runner/results-file.ts';

const machine = { node: '24.1.0', v8: '13', os: 'Linux 6', cpu: 'A <fast> one', cores: 2, memoryGB: 8 };

function resultOf(figures: readonly Partial<Figure>[], date = '2027-01-02', quick = false): SuiteResult {
  const whole = figures.map((figure) => ({ name: 'microtask', impl: 'ours', value: 250, unit: 'ns', ...figure }));
  return { date, quick, seconds: 1, machine, figures: whole };
}

const texts = (svg: string) => [...svg.matchAll(/<text[^>]*>([^<]*)</g)].map(([, text]) => text);

it('names each contender with its figure and unit, the least first and last who did not finish', () => {
  const figures = [{ impl: 'slow', value: null }, { impl: 'bare', value: 30 }, {}, { impl: 'race', value: 900 }];
  const shown = texts(plot({ timed: resultOf(figures) }));
  const contenders = shown.slice(shown.indexOf('no limit'), -1);
  expect(contenders).toEqual([
    ...['no limit', '30 ns'],
    ...['timed-operation', '250 ns'],
    ...['Promise.race', '900 ns'],
    ...['slow', 'did not finish'],
  ]);
});

it('says when and where it was measured, and of each suite where that differs', () => {
  const arcus = [{ name: 'get/64', unit: 'µs CPU' }];
  const where = 'Node 24.1.0, A &lt;fast&gt; one, 2 cores';
  expect(texts(plot({ timed: resultOf([{}]), arcus: resultOf(arcus) })).at(-1)).toBe(`2027-01-02, ${where}`);
  expect(texts(plot({ timed: resultOf([{}]), arcus: resultOf(arcus, '2027-01-03', true) })).at(-1)).toBe(
    `2027-01-02, ${where}; 2027-01-03 (quick run), ${where}`,
  );
});

it('leaves out figures of which more is better, and suites that were not run', () => {
  const svg = plot({ arcus: resultOf([{ name: 'get/64/ops', value: 90_000, unit: 'ops/s' }]) });
  expect(svg).not.toContain('ops/s');
  expect(plot({})).toContain('</svg>');
});

// There is neither until somebody has measured.
it('bench/plot.svg is drawn from bench/results.json as it is: `npm run bench -- --draw`', () => {
  expect(existsSync('bench/plot.svg')).toBe(existsSync('bench/results.json'));
  if (!existsSync('bench/results.json')) return;
  const results = JSON.parse(readFileSync('bench/results.json', 'utf8')) as Results;
  expect(readFileSync('bench/plot.svg', 'utf8')).toBe(plot(results));
});
