import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { blocksOf, expectedLines, read } from '../example-blocks.ts';
import { run } from './run.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
const tutorial = read('docs/tutorial.md');
/** The programs, by the names under which the page says to save them. */
const names = [...tutorial.matchAll(/[Ss]ave this as `([\w-]+\.mjs)`/g)].map(([, name]) => name as string);
const programs = blocksOf(tutorial).filter(({ language }) => language === 'js');
let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'timed-operation-tutorial-'));
  run(npm, ['run', '--silent', 'build'], root);
  const [packed] = JSON.parse(run(npm, ['pack', '--json', '--pack-destination', folder], root)) as [
    { filename: string },
  ];
  run(npm, ['init', '-y'], folder);
  run(npm, ['install', '--no-audit', '--no-fund', '--ignore-scripts', join(folder, packed.filename)], folder);
}, 120_000);

afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('who follows the tutorial in an empty folder, with the packed package,', () => {
  it('saves each of its programs under a name', () => {
    expect(names.length).toBe(programs.length);
    expect(names.length).toBeGreaterThan(0);
  });

  it.each(names)('sees what it says when %s runs', (name) => {
    const { text = '' } = programs[names.indexOf(name)] ?? {};
    writeFileSync(join(folder, name), text);
    const printed = run(process.execPath, [name], folder).trimEnd().split('\n');
    // Pictures are drawn beside the lines that the comments say.
    const wanted = expectedLines(text);
    expect(printed.filter((line) => wanted.includes(line.trimEnd()))).toEqual(wanted);
  });

  it.each(['arcus', 'geerpc'])('sees what the %s guide says, from its blocks alone', (name) => {
    const text = blocksOf(read(`docs/guides/${name}.md`))
      .filter(({ language }) => language === 'ts')
      .map((block) => block.text)
      .join('\n');
    writeFileSync(join(folder, `${name}.mjs`), text);
    expect(
      run(process.execPath, [`${name}.mjs`], folder)
        .trimEnd()
        .split('\n'),
    ).toEqual(expectedLines(text));
  });

  it("sees what the README's example says, too", () => {
    const { text = '' } = blocksOf(read('README.md')).find(({ language }) => language === 'js') ?? {};
    writeFileSync(join(folder, 'readme.mjs'), text);
    expect(run(process.execPath, ['readme.mjs'], folder).trimEnd().split('\n')).toEqual(expectedLines(text));
  });
});
