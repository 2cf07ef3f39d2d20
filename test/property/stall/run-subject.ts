import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Plan, TrialOutcome } from './subject.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const run = promisify(execFile);

/** Runs a plan in a process of its own, so that nothing but its own stalls holds its loop up. Returns how often each outcome came. */
export async function runSubject(plan: Plan): Promise<Record<TrialOutcome, number>> {
  const subject = fileURLToPath(new URL('./subject.ts', import.meta.url));
  const args = ['-C', 'timed-operation-source', '--import', './tools/ts.mjs', subject, JSON.stringify(plan)];
  const { stdout } = await run(process.execPath, args, { cwd: root, timeout: 600_000, killSignal: 'SIGKILL' });
  const counts: Record<TrialOutcome, number> = {};
  for (const outcome of JSON.parse(stdout) as TrialOutcome[]) counts[outcome] = (counts[outcome] ?? 0) + 1;
  return counts;
}
