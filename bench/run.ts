// The benchmark's entry: `npm run bench -- --help`.
import { readdir, writeFile } from 'node:fs/promises';
import { parseArguments, usage } from './runner/arguments.ts';
import type { Suite } from './runner/figure.ts';
import { plot } from './runner/plot.ts';
import { compileChildren, installPeers } from './runner/prepare.ts';
import { readResults } from './runner/results-file.ts';
import { runSuite } from './runner/run-suite.ts';

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

const draw = async () => writeFile(new URL('plot.svg', import.meta.url), plot(await readResults()));

async function main(): Promise<void> {
  const args = parseArguments(process.argv.slice(2));
  if (args.help) {
    process.stdout.write(`${usage}\n`);
    return;
  }
  if (args.draw) return draw();
  const began = performance.now();
  const files = await suiteFiles(args.suite);
  await installPeers();
  await compileChildren();
  const losses: string[] = [];
  for (const file of files) {
    losses.push(...(await runSuite(await loadSuite(file), args)));
    // Drawn anew each time: whoever ends a run early keeps the suites that ended.
    await draw();
  }
  if (files.length > 1) say(`${files.length} suites in ${Math.round((performance.now() - began) / 1000)} s`);
  // Once more: what was said on the way is far above by now.
  for (const loss of losses) say(loss);
  if (losses.length > 0) process.exitCode = 1;
}

try {
  await main();
} catch (error) {
  say(error instanceof Error ? (error.stack ?? error.message) : String(error));
  process.exitCode = 1;
}
