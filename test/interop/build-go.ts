import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** A program built from one of our Go packages, offline, and where to find it. */
export interface GoProgram {
  readonly binary: string;
  /** Deletes it. */
  remove(): void;
}

/** Builds a package of `test/interop/go`. */
export function buildGo(folder: string): GoProgram {
  const into = mkdtempSync(join(tmpdir(), 'interop-'));
  const binary = join(into, 'program');
  execFileSync('go', ['build', '-o', binary, folder], {
    cwd: fileURLToPath(new URL('./go/', import.meta.url)),
    env: {
      ...process.env,
      GOFLAGS: '-mod=mod',
      GOPROXY: 'off',
      GOSUMDB: 'off',
      GOTOOLCHAIN: 'local',
      GOCACHE: join(into, 'cache'),
    },
  });
  return { binary, remove: () => rmSync(into, { recursive: true, force: true }) };
}
