import { existsSync } from 'node:fs';
import { format } from 'node:util';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { blocksOf, expectedLines, filesOf, read, regionsOf } from './example-blocks.ts';

const examples = filesOf('examples/guides', '.ts');
const guides = filesOf('docs/guides', '.md');

afterEach(() => {
  vi.restoreAllMocks();
});

describe('an example', () => {
  it.each(examples)('%s prints what its comments say', async (file) => {
    const printed: string[] = [];
    vi.spyOn(console, 'log').mockImplementation((...values) => {
      printed.push(format(...values));
    });
    await import(/* @vite-ignore */ `../${file}`);
    expect(printed).toEqual(expectedLines(read(file)));
    expect(printed.length).toBeGreaterThan(0);
  });
});

describe('a guide', () => {
  const regions = examples.flatMap((file) => regionsOf(read(file)));

  it.each(guides)('%s shows only code that runs in an example', (file) => {
    const blocks = blocksOf(read(file));
    expect(blocks.length).toBeGreaterThan(0);
    expect(blocks.filter((block) => !regions.includes(block))).toEqual([]);
  });

  it('shows every region of its examples', () => {
    const shown = guides.flatMap((file) => blocksOf(read(file)));
    expect(regions.filter((region) => !shown.includes(region))).toEqual([]);
  });
});

describe('the design documents', () => {
  it.each(filesOf('docs/design', '.md'))('%s names only tests that exist', (file) => {
    const named = [...read(file).matchAll(/`(test\/[\w./-]+)`/g)].map(([, path]) => path as string);
    expect(named.filter((path) => !existsSync(path))).toEqual([]);
  });
});
