import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

export interface ScriptResult {
  /** The exit code; `null` when it did not end within the time given, and was killed. */
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/**
 * Runs a JavaScript module in a Node process of its own, with the package under its own name.
 * @param killMs how long it may take before it counts as hanging.
 */
export function runScript(source: string, flags: readonly string[] = [], killMs = 120_000): Promise<ScriptResult> {
  const args = ['-C', 'timed-operation-source', '--import', './tools/ts.mjs', ...flags, '--input-type=module', '-e'];
  const child = spawn(process.execPath, [...args, source], { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
  const timer = setTimeout(() => child.kill('SIGKILL'), killMs);
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => {
      clearTimeout(timer);
      resolve({ code, stdout, stderr });
    });
  });
}
