import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
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

type Locked = { readonly packages: Readonly<Record<string, { readonly version?: string; readonly optional?: true }>> };

const lockIn = async (file: string): Promise<Locked['packages']> =>
  (JSON.parse(await readFile(new URL(`../${file}`, import.meta.url), 'utf8')) as Locked).packages;

/** Whether every peer of the lock file is there in its version; npm notes in `node_modules` what it has put there. */
async function installed(): Promise<boolean> {
  try {
    const [wanted, there] = [await lockIn('package-lock.json'), await lockIn('node_modules/.package-lock.json')];
    return Object.entries(wanted).every(
      ([path, { version, optional }]) =>
        !path.startsWith('node_modules/') || optional || version === there[path]?.version,
    );
  } catch {
    return false;
  }
}

/** Installs the peers from the lock file where they are not all there. */
export async function installPeers(): Promise<void> {
  if (await installed()) return;
  process.stderr.write('bench: installing the peers\n');
  await run('npm', ['ci', '--no-audit', '--no-fund']);
}

/** Compiles what runs in child processes: they start sooner and hold nothing but what is measured. */
export async function compileChildren(): Promise<void> {
  await run(process.execPath, [tsc, '-p', 'tsconfig.children.json']);
}
