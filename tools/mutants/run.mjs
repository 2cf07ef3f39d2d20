// `npm run mutants`: plants each fault in a copy of the sources, and shows that the model test kills it. Exits 1 when one survives, when
// a text to replace is no longer there (or not once), or when the sources themselves part from the model.
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { aftermathMutants } from './aftermath-mutants.mjs';
import { raceMutants } from './race-mutants.mjs';

const RUNS = 20_000;
const TIMEOUT_MS = 240_000;
const root = fileURLToPath(new URL('../..', import.meta.url));
const scratch = mkdtempSync(join(tmpdir(), 'mutants-'));
const mutants = [{ name: '(none)', breaks: '', changes: [] }, ...raceMutants, ...aftermathMutants];
const problems = [];

/** A copy of what the model test needs, with the mutant's texts replaced. */
function plant({ name, changes }, index) {
  const folder = join(scratch, String(index));
  for (const part of ['package.json', 'src', 'test/property'])
    cpSync(join(root, part), join(folder, part), { recursive: true });
  for (const [file, from, to] of changes) {
    const path = join(folder, 'src', file);
    const text = readFileSync(path, 'utf8');
    if (text.split(from).length !== 2)
      problems.push(`${name}: does not apply to src/${file} (expected this text once):\n${from}`);
    writeFileSync(
      path,
      text.replace(from, () => to),
    );
  }
  return folder;
}

try {
  const folders = mutants.map(plant);
  const args = [
    '-C',
    'timed-operation-source',
    '--import',
    './tools/ts.mjs',
    'tools/mutants/check.mjs',
    String(RUNS),
    ...folders,
  ];
  const { stdout, status, error } = spawnSync(process.execPath, args, {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
    timeout: TIMEOUT_MS,
  });
  if (status !== 0) problems.push(`the check did not end well: ${error?.message ?? `exit ${status}`}`);
  const results = stdout
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));
  const width = Math.max(...mutants.map(({ name }) => name.length));
  console.log(`${'mutant'.padEnd(width)}   runs  tape  killed by`);
  mutants.forEach(({ name, breaks }, index) => {
    const result = results[index];
    if (result === undefined) {
      problems.push(`${name}: not checked`);
      return;
    }
    const { failed, numRuns, length, what } = result;
    console.log(
      `${name.padEnd(width)} ${String(numRuns).padStart(6)} ${String(length ?? '').padStart(5)}  ${what ?? '-'}`,
    );
    if (index === 0 && failed) problems.push('the sources part from the model without a mutant');
    if (index > 0 && !failed) problems.push(`${name}: survived ${RUNS} runs (${breaks})`);
  });
} finally {
  rmSync(scratch, { recursive: true, force: true });
}

for (const problem of problems) console.error(problem);
console.log(`${mutants.length - 1} mutants, ${problems.length} problems`);
process.exitCode = problems.length === 0 ? 0 : 1;
