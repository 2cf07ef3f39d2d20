import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { root, run } from './consumer.ts';

/** What was packed, and where a stranger has installed it. */
export interface Consumer {
  /** An empty folder, but for the tarball and what npm made of it. */
  readonly folder: string;
  readonly tarball: string;
  /** The paths in the tarball. */
  readonly files: readonly string[];
}

declare module 'vitest' {
  interface ProvidedContext {
    consumer: Consumer;
  }
}

const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';

/** Builds, packs and installs once, for all tests of the package. */
export function setup(project: TestProject): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'timed-operation-consumer-'));
  run(npm, ['run', '--silent', 'build'], root);
  const printed = run(npm, ['pack', '--json', '--pack-destination', folder], root);
  const [packed] = JSON.parse(printed.slice(printed.indexOf('['))) as [{ filename: string; files: { path: string }[] }];
  const tarball = join(folder, packed.filename);
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'consumer', private: true }));
  run(npm, ['install', '--no-audit', '--no-fund', '--ignore-scripts', tarball], folder);
  project.provide('consumer', { folder, tarball, files: packed.files.map(({ path }) => path) });
  return () => rmSync(folder, { recursive: true, force: true });
}
