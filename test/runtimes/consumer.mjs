import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../', import.meta.url));

function npm(args, cwd) {
  return execFileSync('npm', args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });
}

/** Builds and packs the library, installs the tarball in an empty folder, and puts the suite there. Returns the folder. */
export function makeConsumer() {
  const folder = mkdtempSync(join(tmpdir(), 'timed-operation-runtimes-'));
  npm(['run', '--silent', 'build'], root);
  const [{ filename }] = JSON.parse(npm(['pack', '--json', '--pack-destination', folder], root));
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'consumer', private: true, type: 'module' }));
  const { devDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const packages = [join(folder, filename), `fast-check@${devDependencies['fast-check']}`];
  npm(['install', '--no-audit', '--no-fund', '--ignore-scripts', '--prefer-offline', ...packages], folder);
  cpSync(new URL('./suite/', import.meta.url), join(folder, 'suite'), { recursive: true });
  return folder;
}
