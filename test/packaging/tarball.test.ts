import { readdirSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { describe, expect, inject, it } from 'vitest';
import { root, run, write } from './consumer.ts';

const { folder, files } = inject('consumer');

/** What a script prints that stands in the consumer's folder. */
function consume(file: string, source: string, flags: readonly string[] = []): string {
  write({ [file]: source });
  return run(process.execPath, [...flags, file], folder).trim();
}

/** The sources, by their paths in `src`, without `.ts`. */
const sources = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts'))
  .map((file) => file.split(sep).join('/').slice(0, -'.ts'.length));

describe('the list of packed files', () => {
  it('is what is built, its sources, and the four papers: nothing of the workshop', () => {
    const built = ['.js', '.js.map', '.d.ts', '.d.ts.map'];
    const expected = [
      ...['CHANGELOG.md', 'LICENSE', 'README.md', 'package.json'],
      ...sources.flatMap((source) => built.map((ending) => `dist/${source}${ending}`)),
      ...sources.map((source) => `src/${source}.ts`),
    ];
    expect([...files].sort()).toEqual(expected.sort());
  });

  it('by kind: four files in dist for each in src', () => {
    const kinds = new Map<string, number>();
    for (const file of files) {
      const kind = /^(dist|src)\/.*?(\.d\.ts\.map|\.d\.ts|\.js\.map|\.js|\.ts)$/.exec(file);
      const name = kind === null ? file : `${kind[1]} ${kind[2]}`;
      kinds.set(name, (kinds.get(name) ?? 0) + 1);
    }
    console.log([...kinds].map(([kind, count]) => `${kind}: ${count}`).join('\n'));
    expect(kinds.size).toBe(9);
  });

  it('has every file that the manifest points to', () => {
    const { exports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { exports: object };
    const targets = [...JSON.stringify(exports).matchAll(/"\.\/([^"]+\.\w+)"/g)].map(([, path]) => path as string);
    expect(targets.filter((path) => path !== 'package.json' && !files.includes(path))).toEqual([]);
    expect(targets.length).toBeGreaterThan(20);
  });
});

describe('the packed tarball, installed in an empty folder', () => {
  it('brings no other package', () => {
    expect(readdirSync(join(folder, 'node_modules')).filter((name) => !name.startsWith('.'))).toEqual([
      'timed-operation',
    ]);
  });

  it('works with import', () => {
    const source = `import { timed, isTimeoutError } from 'timed-operation';
import { ManualRuntime } from 'timed-operation/testing';
import { publishDiagnostics } from 'timed-operation/node';
publishDiagnostics()[Symbol.dispose]();
console.log(await timed(async () => 'answer', 1000));
console.log(await timed(() => new Promise(() => {}), 5).catch(isTimeoutError), new ManualRuntime().now);`;
    expect(consume('imports.mjs', source)).toBe('answer\ntrue 0');
  });

  it('works with require()', () => {
    const source = `const { timed } = require('timed-operation');
timed(async () => 'answer', 1000).then(console.log);`;
    expect(consume('requires.cjs', source)).toBe('answer');
  });

  it('does nothing when it is imported: no new global, no listener, nothing that holds the process', () => {
    const source = `const globals = () => Object.getOwnPropertyNames(globalThis).join();
const before = globals();
const listeners = process.eventNames().length;
const entries = ['', '/node', '/testing', '/arcus', '/arcus/testing', '/geerpc', '/geerpc/gob'];
for (const entry of entries) await import('timed-operation' + entry);
console.log(globals() === before, process.eventNames().length - listeners);
const held = process.getActiveResourcesInfo().filter((each) => /Timeout|Immediate|MessagePort|TCP/.test(each));
console.log(held.join());`;
    expect(consume('effects.mjs', source)).toBe('true 0');
  });

  it('cannot be looked into beside its exports', () => {
    const source = `import('timed-operation/dist/index.js').catch(({ code }) => console.log(code));`;
    expect(consume('inside.mjs', source)).toBe('ERR_PACKAGE_PATH_NOT_EXPORTED');
  });
});
