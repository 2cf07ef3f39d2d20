import { spawn } from 'node:child_process';
import { access } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

const bench = fileURLToPath(new URL('..', import.meta.url));
const tsc = fileURLToPath(new URL('../../node_modules/typescript/bin/tsc', import.meta.url));

async function run(command: string, args: readonly string[]): Promise<void> {
  const child = spawn(command, args, { cwd: bench, stdio: ['ignore', 2, 2] });
  const code = await new Promise<number | null>((resolve, reject) => {
    child.on('error', reject).on('close', resolve);
  });
  if (code !== 0) throw new Error(`expected ${command} ${args.join(' ')} in bench/ to end with 0, got ${code}`);
}

/** Installs the peers from the lock file where that has not been done yet. */
export async function installPeers(): Promise<void> {
  try {
    await access(new URL('../node_modules', import.meta.url));
    return;
  } catch {
    process.stderr.write('bench: installing the peers\n');
  }
  await run('npm', ['ci', '--no-audit', '--no-fund']);
}

/** Compiles what runs in child processes: they start sooner and hold nothing but what is measured. */
export async function compileChildren(): Promise<void> {
  await run(process.execPath, [tsc, '-p', 'tsconfig.children.json']);
}
