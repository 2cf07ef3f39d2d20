import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const core = new URL('../../../src/core/', import.meta.url).href;

/** How a script ended: `code` is null when it had to be killed. */
export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs JavaScript in a process of its own, where `#core/NAME` is a file of src/core. Killed after 20 s. */
export function runScript(source: string): Promise<Ended> {
  const script = source.replaceAll(/'#core\/([\w-]+)'/g, `'${core}$1.ts'`);
  const args = ['-C', 'timed-operation-source', '--import', './tools/ts.mjs', '--input-type=module', '-e', script];
  return new Promise((resolve) => {
    const child = execFile(process.execPath, args, { cwd: root, timeout: 20_000 }, (_error, stdout, stderr) => {
      resolve({ code: child.exitCode, stdout, stderr });
    });
  });
}
