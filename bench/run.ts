// The benchmark's entry: `npm run bench -- --help`.
import { readdir, writeFile } from 'node:fs/promises';
import { type Arguments, parseArguments, usage } from './runner/arguments.ts';
import type { Figure, Suite } from './runner/figure.ts';
import { figureTable } from './runner/figure-table.ts';
import { plot } from './runner/plot.ts';
import { compileChildren, installPeers } from './runner/prepare.ts';
import { progressBar } from './runner/progress-bar.ts';
import { keepResult, machine, readResults } from './runner/results-file.ts';

const say = (text: string) => process.stderr.write(`${text}\n`);

async function loadSuite(file: string): Promise<Suite> {
  return ((await import(`./suites/${file}`)) as { suite: Suite }).suite;
}

/** A suite is found by its file, which has its name. */
async function suiteFiles(wanted: string | undefined): Promise<string[]> {
  const files = (await readdir(new URL('suites/', import.meta.url))).filter((file) => file.endsWith('.ts')).sort();
  if (wanted === undefined) return files;
  if (files.includes(`${wanted}.ts`)) return [`${wanted}.ts`];
  const names = files.map((file) => file.slice(0, -3)).join(', ');
  throw new RangeError(`expected --suite to be one of ${names}, got ${wanted}`);
}

async function runSuite(suite: Suite, { json, quick }: Arguments): Promise<void> {
  const began = performance.now();
  const figures: Figure[] = [];
  const bar = progressBar(suite.name);
  const report = (figure: Figure) => {
    figures.push(figure);
    if (!json) return;
    const { name, impl, value, unit, ratio = null, to = null } = figure;
    bar.clear();
    process.stdout.write(`${JSON.stringify({ suite: suite.name, name, impl, value, unit, ratio, to })}\n`);
  };
  bar.update(0, 1);
  await suite.run(report, { quick, progress: bar.update });
  bar.clear();
  const seconds = Math.round((performance.now() - began) / 1000);
  if (!json) process.stdout.write(`\n${suite.name}, ${seconds} s${quick ? ', quick' : ''}\n${figureTable(figures)}\n`);
  const result = { date: new Date().toISOString().slice(0, 10), quick, seconds, machine: machine(), figures };
  if (!(await keepResult(suite.name, result))) say(`${suite.name}: bench/results.json keeps its full run`);
}

async function main(): Promise<void> {
  const args = parseArguments(process.argv.slice(2));
  if (args.help) {
    process.stdout.write(`${usage}\n`);
    return;
  }
  const files = await suiteFiles(args.suite);
  await installPeers();
  await compileChildren();
  for (const file of files) await runSuite(await loadSuite(file), args);
  await writeFile(new URL('plot.svg', import.meta.url), plot(await readResults()));
}

try {
  await main();
} catch (error) {
  say(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
