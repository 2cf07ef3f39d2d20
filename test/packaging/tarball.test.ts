import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));
const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
let folder: string;
let packed: { filename: string; files: { path: string }[] };

function run(command: string, args: string[], cwd: string): string {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd, encoding: 'utf8' });
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} ended with ${status}:\n${stdout}${stderr}`);
  return stdout;
}

/** What a script prints that stands in the consumer's folder. */
function consume(file: string, source: string): string {
  writeFileSync(join(folder, file), source);
  return run(process.execPath, [file], folder).trim();
}

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'timed-operation-consumer-'));
  run(npm, ['run', '--silent', 'build'], root);
  [packed] = JSON.parse(run(npm, ['pack', '--json', '--pack-destination', folder], root)) as [typeof packed];
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'consumer', private: true }));
  run(npm, ['install', '--no-audit', '--no-fund', '--ignore-scripts', join(folder, packed.filename)], folder);
}, 120_000);

afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('the packed tarball, installed in an empty folder', () => {
  it('brings no other package', () => {
    const tree = JSON.parse(run(npm, ['ls', '--all', '--json'], folder)) as { dependencies: Record<string, object> };
    expect(Object.keys(tree.dependencies)).toEqual(['timed-operation']);
    expect(tree.dependencies['timed-operation']).not.toHaveProperty('dependencies');
  });

  it('holds what is built, its sources, and nothing of the workshop', () => {
    const top = new Set(packed.files.map(({ path }) => path.split('/')[0]));
    expect([...top].sort()).toEqual(['CHANGELOG.md', 'LICENSE', 'README.md', 'dist', 'package.json', 'src']);
    expect(packed.files.filter(({ path }) => /\.tsbuildinfo$|tsconfig|\.test\./.test(path))).toEqual([]);
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

  it('works with its source condition too, since the sources are packed', () => {
    const manifest = packed.files.map(({ path }) => path);
    expect(manifest).toContain('src/index.ts');
    expect(manifest).toContain('src/testing/index.ts');
  });
});

describe('its types', () => {
  const compilers = join(root, 'node_modules', '.bin', process.platform === 'win32' ? 'tsc.cmd' : 'tsc');
  const source = `import { timed, Deadline, type TimedPromise } from 'timed-operation';
import { hedge, retry, runtimeStats, TimedOperation, timedAll, timedIterable } from 'timed-operation';
import { ManualRuntime } from 'timed-operation/testing';
export const group: Promise<[{ outcome: string }, { outcome: string }]> = timedAll([() => 1, async () => 'a'], 5);
export const again: Promise<number> = retry((_context, attempt) => attempt, { attempts: 2 });
export const first: Promise<number> = hedge((_context, attempt) => attempt, { after: 5 });
export async function lengths(lines: AsyncIterable<string>): Promise<void> {
  for await (const line of timedIterable(lines, { idle: 5 })) line.toUpperCase();
}
export const outcome = new TimedOperation(new ManualRuntime(), {}, undefined).outcome;
export const late: number = runtimeStats().late;
const call: TimedPromise<number> = timed(async (context) => context.remaining(), { timeout: 5, runtime: new ManualRuntime() });
export const won: boolean = call.cancel('enough');
export const text: Promise<string> = timed(Promise.resolve(5), { deadline: Deadline.after(5), decode: (n) => n.toFixed() });
`;

  it.each([
    ['without any host types', ['es2022'], source],
    [
      'with the DOM',
      ['es2022', 'dom'],
      `${source}export const page = timed(({ signal }) => fetch('/', { signal }), 5);
export async function chunks(stream: ReadableStream<Uint8Array>): Promise<void> {
  for await (const chunk of timedIterable(stream, { idle: 5 })) chunk.byteLength.toFixed();
}
`,
    ],
  ])('check for a consumer %s', (name, lib, text) => {
    const project = join(folder, `types-${name.replaceAll(' ', '-')}`);
    mkdirSync(project);
    writeFileSync(join(project, 'consumer.ts'), text);
    const compilerOptions = {
      strict: true,
      noEmit: true,
      types: [],
      lib,
      target: 'es2022',
      module: 'nodenext',
      skipLibCheck: false,
    };
    writeFileSync(join(project, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['consumer.ts'] }));
    expect(run(compilers, ['-p', project], project)).toBe('');
  });
});
