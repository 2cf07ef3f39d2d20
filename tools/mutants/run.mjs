// `npm run mutants`: plants each fault in a copy of the sources, and shows that the race's model test kills it. Exits 1 when one
// survives, when a text to replace is not there exactly once, or when the sources themselves part from the model.
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { aftermathMutants } from './aftermath-mutants.mjs';
import { raceMutants } from './race-mutants.mjs';

/** How many runs a mutant may live. */
const RUNS = 20_000;
/** A fault may hang a run: then the whole check ends here. */
const TIMEOUT_MS = 240_000;

const root = fileURLToPath(new URL('../..', import.meta.url));
const scratch = mkdtempSync(join(tmpdir(), 'mutants-'));
const problems = [];

/** The folder of a copy of what the model test needs, with the mutant's texts replaced; `undefined` when one does not apply. */
function plant({ name, changes }, index) {
  const folder = join(scratch, String(index));
  cpSync(join(root, 'package.json'), join(folder, 'package.json'));
  cpSync(join(root, 'src'), join(folder, 'src'), { recursive: true });
  cpSync(join(root, 'test/property'), join(folder, 'test/property'), { recursive: true });
  for (const [file, from, to] of changes) {
    const path = join(folder, 'src', file);
    const [before, after, ...more] = readFileSync(path, 'utf8').split(from);
    if (after === undefined || more.length > 0) {
      problems.push(`${name}: does not apply, expected this text exactly once in src/${file}:\n${from}`);
      return undefined;
    }
    writeFileSync(path, before + to + after);
  }
  return folder;
}

/** What the check says of each folder, in order. */
function check(folders) {
  const run = ['tools/mutants/check.mjs', String(RUNS), ...folders];
  const { stdout, status, error } = spawnSync(
    process.execPath,
    ['-C', 'timed-operation-source', '--import', './tools/ts.mjs', ...run],
    { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'], timeout: TIMEOUT_MS },
  );
  if (status !== 0) problems.push(`the check did not come to its end: ${error?.message ?? `exit code ${status}`}`);
  return stdout
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));
}

try {
  const sound = { name: '(none)', breaks: 'the sources do what the model says', changes: [] };
  const mutants = [sound, ...raceMutants, ...aftermathMutants]
    .map((mutant, index) => ({ ...mutant, folder: plant(mutant, index) }))
    .filter(({ folder }) => folder !== undefined);
  const results = check(mutants.map(({ folder }) => folder));
  const width = Math.max(...mutants.map(({ name }) => name.length));
  console.log(`${'mutant'.padEnd(width)}    runs  tape  killed by`);
  for (const [index, { name, breaks }] of mutants.entries()) {
    const { failed, numRuns, length, what } = results[index] ?? { failed: undefined, numRuns: '-' };
    console.log(
      `${name.padEnd(width)}  ${String(numRuns).padStart(6)}  ${String(length ?? '-').padStart(4)}  ${what ?? '-'}`,
    );
    if (failed !== (name !== sound.name)) problems.push(`${name}: ${failed ? 'fails' : 'survives'} (${breaks})`);
  }
  console.log(`${mutants.length - 1} mutants, ${problems.length} problems`);
} finally {
  rmSync(scratch, { recursive: true, force: true });
}

for (const problem of problems) console.error(problem);
process.exitCode = problems.length === 0 ? 0 : 1;
