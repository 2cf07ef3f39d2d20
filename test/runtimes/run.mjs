// The packed tarball's own suite, in every runtime there is, or in those that are named:
//   node test/runtimes/run.mjs [node20 node22 node24 node26 deno bun page worker] [--facts] [--outputFile=counts.json]
// Prints a table, and what failed. `--facts` measures what differs instead. `--outputFile` is vitest's: so .ci/run counts these cases, too.
import { rmSync, writeFileSync } from 'node:fs';
import { makeConsumer } from './consumer.mjs';
import { runBrowser } from './run-browser.mjs';
import { runProcess } from './run-process.mjs';
import { browsers, processes } from './runtimes.mjs';
import { serve } from './server.mjs';
import { factsTable, resultsTable } from './table.mjs';

const given = process.argv.slice(2);
const known = [...processes.map(({ name }) => name), ...browsers];
const wanted = given.filter((each) => !each.startsWith('--'));
const unknown = wanted.filter((each) => !known.includes(each));
if (unknown.length > 0) throw new Error(`Expected some of ${known.join(', ')}, got ${unknown.join(', ')}`);
const names = wanted.length > 0 ? known.filter((each) => wanted.includes(each)) : known;
const what = given.includes('--facts') ? 'facts' : 'suites';
const outputFile = given.find((each) => each.startsWith('--outputFile='))?.slice('--outputFile='.length);

const runs = await runAll();
if (what === 'facts') console.log(`\n${factsTable(runs)}\n`);
else report();

async function runAll() {
  console.log('packing the library, and installing it in an empty folder');
  const folder = makeConsumer();
  const server = await serve(folder);
  const done = [];
  try {
    for (const [index, name] of names.entries()) {
      const start = performance.now();
      console.log(`[${index + 1} of ${names.length}] ${name}`);
      done.push({ name, ...(await run(name, folder, server.url)) });
      console.log(`    took ${((performance.now() - start) / 1000).toFixed(1)} s`);
    }
  } finally {
    server.close();
    rmSync(folder, { recursive: true, force: true });
  }
  return done;
}

/** A runtime that does not get as far as its suites is one failure. */
async function run(name, folder, url) {
  try {
    if (browsers.includes(name)) return await runBrowser(name, url, what);
    const runtime = processes.find((each) => each.name === name);
    return await runProcess(runtime, folder, url, what);
  } catch (error) {
    if (what === 'facts') throw error;
    return { version: '', result: { start: [{ name: 'it gets through the suites', error: String(error.message) }] } };
  }
}

function report() {
  const cases = runs.flatMap(({ name, result }) =>
    Object.entries(result).flatMap(([suite, each]) => each.map((one) => ({ ...one, where: `${name}, ${suite}` }))),
  );
  const failed = cases.filter(({ error }) => error !== undefined);
  for (const { where, name, error } of failed) console.log(`\nFAILED ${where}: ${name}\n${error}`);
  console.log(`\n${resultsTable(runs)}\n`);
  if (outputFile !== undefined) {
    const counts = { numPassedTests: cases.length - failed.length, numFailedTests: failed.length };
    writeFileSync(outputFile, JSON.stringify(counts));
  }
  process.exitCode = failed.length > 0 ? 1 : 0;
}
