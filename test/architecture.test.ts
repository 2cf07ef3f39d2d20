import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));
const files = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts'))
  .map((file) => `src/${file.split(sep).join('/')}`);

/** A source without its comments and strings of prose, so that words in them break no rule. */
function code(file: string): string {
  return readFileSync(join(root, file), 'utf8')
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/(^|\s)\/\/.*$/gm, '');
}

function importsOf(file: string): string[] {
  const specifiers = [
    ...code(file).matchAll(/^\s*(?:import|export)\b[^;']*?\bfrom '([^']+)'/gm),
    ...code(file).matchAll(/\bimport\(\s*'([^']+)'/g),
    ...code(file).matchAll(/^\s*import '([^']+)'/gm),
  ].map((match) => match[1] as string);
  return specifiers.map((specifier) =>
    specifier.startsWith('.')
      ? relative(root, join(root, dirname(file), specifier))
          .split(sep)
          .join('/')
      : specifier,
  );
}

const lines = (file: string): number => readFileSync(join(root, file), 'utf8').trimEnd().split('\n').length;
const inFolder = (folder: string): string[] => files.filter((file) => file.startsWith(folder));

/** What every adapter may use besides. */
const SHARED = ['src/adapters/check-options.ts', 'src/adapters/fail-with-stack.ts'];

/** Which folders a folder may import from, besides itself; the first that matches a file is its rule. */
const DIRECTIONS: readonly (readonly [folder: string, allowed: readonly string[]])[] = [
  ['src/core/', []],
  ['src/testing/', ['src/core/']],
  ['src/adapters/node/', ['src/core/']],
  [
    'src/adapters/arcus/testing/',
    ['src/core/', 'src/testing/', 'src/adapters/node/', ...SHARED, 'src/adapters/arcus/'],
  ],
  ['src/adapters/arcus/', ['src/core/', 'src/adapters/node/', ...SHARED]],
  ['src/adapters/geerpc/', ['src/core/', 'src/adapters/node/', ...SHARED]],
  ['src/', ['src/core/']],
];

describe('the direction of imports', () => {
  it.each(files)('%s imports only what its folder may', (file) => {
    const [folder, allowed] = DIRECTIONS.find(([prefix]) => file.startsWith(prefix)) as (typeof DIRECTIONS)[number];
    const own = folder === 'src/' ? 'src/index.ts' : folder;
    const wrong = importsOf(file).filter(
      (target) =>
        target.startsWith('src/') && !target.startsWith(own) && !allowed.some((each) => target.startsWith(each)),
    );
    expect(wrong).toEqual([]);
  });

  it('only adapters/node and the Node entry import node:*', () => {
    const users = files.filter((file) => importsOf(file).some((target) => target.startsWith('node:')));
    expect(users.filter((file) => !file.startsWith('src/adapters/node/') && file !== 'src/node.ts')).toEqual([]);
  });

  it('no source imports a package, but for the bridge to fast-check', () => {
    const foreign = files.flatMap((file) =>
      importsOf(file)
        .filter((target) => !target.startsWith('src/') && !target.startsWith('node:'))
        .map((target) => `${file}: ${target}`),
    );
    expect(foreign.filter((each) => each !== 'src/testing/fast-check.ts: fast-check')).toEqual([]);
  });

  it('the codecs know no timer, no promise and no socket', () => {
    const wire = ['option', 'header', 'codec', 'gob-codec', 'json-codec', 'http-head', 'entrance', 'go-duration'];
    const pure = [
      ...wire.map((name) => `src/adapters/geerpc/${name}.ts`),
      ...inFolder('src/adapters/arcus/protocol/'),
      ...inFolder('src/adapters/geerpc/gob/'),
    ];
    const wrong = pure.filter((file) =>
      /\b(setTimeout|setImmediate|Promise|async|await|Buffer|Socket)\b/.test(code(file)),
    );
    expect(wrong).toEqual([]);
  });
});

describe('what of the host the core names', () => {
  const HOST =
    /\b(Date|setTimeout|setInterval|setImmediate|clearTimeout|queueMicrotask|process|performance|MessageChannel)\b|AbortSignal\.(any|timeout)|'node:/;
  const DOORS = ['src/core/clock.ts', 'src/core/scheduler.ts', 'src/core/executor.ts'];

  it('clocks, timers and microtasks stand in clock, scheduler and executor alone', () => {
    const users = inFolder('src/core/').filter((file) => HOST.test(code(file)));
    expect(users.filter((file) => !DOORS.includes(file))).toEqual([]);
  });

  it('the adapters name no native timer', () => {
    const timers = /\b(setTimeout|setInterval|setImmediate|clearTimeout)\b|AbortSignal\.(any|timeout)/;
    expect(inFolder('src/adapters/').filter((file) => timers.test(code(file)))).toEqual([]);
  });
});

describe('the size of files', () => {
  it('the race is under 150 lines', () => {
    expect(lines('src/core/timed-operation.ts')).toBeLessThan(150);
  });

  it('no file is over 250 lines', () => {
    expect(files.filter((file) => lines(file) > 250)).toEqual([]);
  });

  it('half of the files are under 100 lines', () => {
    const sizes = files.map(lines).sort((a, b) => a - b);
    expect(sizes[Math.floor(sizes.length / 2)]).toBeLessThan(100);
  });

  it('no file is a drawer for odds and ends', () => {
    expect(files.filter((file) => /\b(util|utils|common|helpers|misc)\b/.test(file))).toEqual([]);
  });
});
