import { existsSync } from 'node:fs';
import { format } from 'node:util';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { blocksOf, expectedLines, filesUnder, read, regionsOf } from './example-blocks.ts';

// The tour is a program of its own, which `npm start` runs; no page shows its code.
const examples = [...filesUnder('examples', '.ts'), ...filesUnder('examples', '.mjs')].filter(
  (file) => !file.startsWith('examples/tour'),
);
const programs = examples.filter((file) => expectedLines(read(file)).length > 0);
const pages = ['README.md', ...filesUnder('docs', '.md')];
/** What programs print by `console.info`: pictures, of which a page may show a part. */
const pictures: string[] = [];

afterEach(() => {
  vi.restoreAllMocks();
});

describe('an example', () => {
  it.each(programs)('%s prints what its comments say', async (file) => {
    const printed: string[] = [];
    vi.spyOn(console, 'log').mockImplementation((...values) => {
      printed.push(...format(...values).split('\n'));
    });
    vi.spyOn(console, 'info').mockImplementation((...values) => {
      pictures.push(format(...values));
    });
    await import(/* @vite-ignore */ `../${file}`);
    expect(printed).toEqual(expectedLines(read(file)));
  });

  it('that prints nothing is imported by one that does', () => {
    const imports = examples.map(read).join('\n');
    const others = examples.filter((file) => !programs.includes(file));
    expect(others.filter((file) => !imports.includes(`/${file.split('/').at(-1)}'`))).toEqual([]);
  });
});

describe('a page', () => {
  const regions = examples.flatMap((file) => regionsOf(read(file)));

  it.each(pages)('%s shows only code that runs in an example, and names the example', (file) => {
    const page = read(file);
    const code = blocksOf(page).filter(({ language }) => !['sh', 'mermaid', 'text', ''].includes(language));
    expect(code.filter(({ text }) => !regions.includes(text)).map(({ text }) => text)).toEqual([]);
    if (code.length > 0) expect(page).toMatch(/examples\/[\w/-]+\.(ts|mjs)/);
  });

  it('shows every region of the examples', () => {
    const shown = pages.flatMap((file) => blocksOf(read(file)).map(({ text }) => text));
    expect(regions.filter((region) => !shown.includes(region))).toEqual([]);
  });

  it.each(pages)('%s names only tests, examples and benchmarks that exist', (file) => {
    const named = [...read(file).matchAll(/`((?:test|examples|bench|src)\/[\w./-]*\w)`/g)]
      .map(([, path]) => path as string)
      // Tests in `src` are those of others; there are none here.
      .filter((path) => !/^src\/.*\.test\./.test(path));
    // As in links.test.ts: there is neither until somebody has measured.
    const undrawn = existsSync('bench/results.json') ? [] : ['bench/plot.svg', 'bench/results.json'];
    expect(named.filter((path) => !existsSync(path) && !undrawn.includes(path))).toEqual([]);
  });
});

describe('a table of what you wrote and what you write', () => {
  const spaced = (text: string) => text.replace(/\s+/g, ' ');

  it.each(filesUnder('docs/migrate', '.md'))('of %s has every form in its example', (file) => {
    const source = spaced(read(file.replace('docs/', 'examples/').replace('.md', '.ts')));
    const cells = read(file)
      .split('\n')
      .filter((line) => line.startsWith('| '))
      .map((line) => line.split('|')[2] ?? '');
    const forms = cells.flatMap((cell) => [...cell.matchAll(/`([^`]+)`/g)].map(([, form]) => form as string));
    expect(forms.length).toBeGreaterThan(4);
    expect(forms.filter((form) => !source.includes(spaced(form)))).toEqual([]);
  });
});

describe('a picture', () => {
  const drawn = (file: string) => blocksOf(read(file)).filter(({ language }) => language === '');

  it.each(pages.filter((file) => drawn(file).length > 0))('of %s is what a program has drawn', (file) => {
    const shown = drawn(file);
    expect(shown.filter(({ text }) => !pictures.some((picture) => picture.includes(text)))).toEqual([]);
  });
});
