import { spawn } from 'node:child_process';
import { access } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

const bench = fileURLToPath(new URL('..', import.meta.url));

/** Installs the peers from the lock file where that has not been done yet. */
export async function installPeers(): Promise<void> {
  try {
    await access(new URL('../node_modules', import.meta.url));
    return;
  } catch {
    process.stderr.write('bench: installing the peers (npm ci)\n');
  }
  const npm = spawn('npm', ['ci', '--no-audit', '--no-fund'], { cwd: bench, stdio: ['ignore', 2, 2] });
  const code = await new Promise<number | null>((resolve, reject) =>
    npm.on('error', reject).on('close', resolve),
  );
  if (code !== 0) throw new Error(`expected npm ci in bench/ to end with 0, got ${code}`);
}
