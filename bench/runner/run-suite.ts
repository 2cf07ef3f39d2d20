import type { Arguments } from './arguments.ts';
import type { Figure, Suite } from './figure.ts';
import { figureTable } from './figure-table.ts';
import { progressBar } from './progress-bar.ts';
import { keepResult, machine, type SuiteResult } from './results-file.ts';

/** Writes one suite's result where the others are; `false`: what is there stays. */
type Keep = (name: string, result: SuiteResult) => Promise<boolean>;

const say = (text: string) => process.stderr.write(`${text}\n`);

/** No number is no figure. */
function asMeasured({ value, ratio, ...figure }: Figure): Figure {
  const known = value === null || Number.isNaN(value) ? null : value;
  return ratio === undefined || Number.isNaN(ratio) ? { ...figure, value: known } : { ...figure, value: known, ratio };
}

/**
 * Runs one suite, prints its figures and writes them down, also when it failed on its way: those it has by then.
 * @returns what was lost: measurements that ended in an error, and figures of ours without a value.
 */
export async function runSuite(
  suite: Suite,
  { json, quick }: Pick<Arguments, 'json' | 'quick'>,
  keep: Keep = keepResult,
): Promise<readonly string[]> {
  const began = performance.now();
  const figures: Figure[] = [];
  const losses: string[] = [];
  const bar = progressBar(suite.name);
  let doing = 'its start';
  const lost = (what: string, error: unknown) => {
    const loss = `lost ${suite.name}, ${what}: ${error instanceof Error ? error.message : String(error)}`;
    losses.push(loss);
    bar.clear();
    say(loss);
  };
  const report = (given: Figure) => {
    const figure = asMeasured(given);
    figures.push(figure);
    const { name, impl, value, unit, ratio = null, to = null } = figure;
    if (impl === 'ours' && value === null) lost(`${name} of ours`, 'it has no value');
    if (!json) return;
    bar.clear();
    process.stdout.write(`${JSON.stringify({ suite: suite.name, name, impl, value, unit, ratio, to })}\n`);
  };
  const progress: typeof bar.update = (done, total, label = '') => {
    doing = label;
    bar.update(done, total, label);
  };
  bar.update(0, 1);
  try {
    await suite.run(report, { quick, progress, lost });
  } catch (error) {
    lost(`all after '${doing}'`, error);
  }
  bar.clear();
  const seconds = Math.round((performance.now() - began) / 1000);
  if (!json) process.stdout.write(`\n${suite.name}, ${seconds} s${quick ? ', quick' : ''}\n${figureTable(figures)}\n`);
  say(`${suite.name}: ${figures.length} figures in ${seconds} s`);
  const result = { date: new Date().toISOString().slice(0, 10), quick, seconds, machine: machine(), figures };
  const kept = await keep(suite.name, losses.length > 0 ? { ...result, lost: losses } : result);
  if (!kept) say(`${suite.name}: bench/results.json keeps its full run`);
  return losses;
}
