import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { inject } from 'vitest';

export const root: string = fileURLToPath(new URL('../..', import.meta.url));

/** A file of the tools that this folder's own package.json names, or of the root's. */
export function toolFile(name: string, own: boolean): string {
  return join(root, own ? 'test/packaging' : '.', 'node_modules', name);
}

/** What a command came to: its exit code, and what it printed. */
export interface Ran {
  readonly status: number | null;
  readonly stdout: string;
  /** All of it, complaints included. */
  readonly text: string;
}

/** Runs a command to its end, whatever that is. */
export function tryRun(command: string, args: readonly string[], cwd: string): Ran {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd, encoding: 'utf8' });
  return { status, stdout, text: `${stdout}${stderr}` };
}

/** What a command prints. @throws Error unless it ends with 0. */
export function run(command: string, args: readonly string[], cwd: string): string {
  const { status, stdout, text } = tryRun(command, args, cwd);
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} ended with ${status}:\n${text}`);
  return stdout;
}

/** Writes files into the consumer's folder, by their paths in it. */
export function write(files: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(files)) {
    const file = join(inject('consumer').folder, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
}
