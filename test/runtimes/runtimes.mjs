import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const require = createRequire(import.meta.url);

/** A file of an installed package; `undefined` where the package is not there, since all of these are optional. */
function fileOf(name, file) {
  try {
    return join(dirname(require.resolve(`${name}/package.json`)), file);
  } catch {
    return undefined;
  }
}

const node = (major) => ({
  name: `node${major}`,
  command: process.versions.node.startsWith(`${major}.`) ? process.execPath : fileOf(`node${major}`, 'bin/node'),
  flags: [],
});

/** The runtimes with a process, the Node that runs this among them: how each is started, `command` undefined where it is not there. */
export const processes = [
  node(20),
  node(22),
  node(24),
  node(26),
  { name: 'deno', command: fileOf('@deno/linux-x64-glibc', 'deno'), flags: ['run', '-A', '--no-check'] },
  { name: 'bun', command: fileOf('@oven/bun-linux-x64', 'bin/bun'), flags: [] },
];

/** Those without. */
export const browsers = ['page', 'worker'];
