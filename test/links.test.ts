import { existsSync, statSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { expect, it } from 'vitest';
import { filesUnder, read } from './example-blocks.ts';

const pages = ['README.md', 'CONTRIBUTING.md', 'bench/README.md', ...filesUnder('docs', '.md')];
// Drawn together with the results of a full run: there is neither until somebody has measured.
const undrawn = existsSync('bench/results.json') ? [] : ['bench/plot.svg', 'bench/results.json'];

/** A Markdown file without its fenced blocks and inline code, in which links are none. */
function prose(markdown: string): string {
  return markdown.replace(/^```.*?^```$/gms, '').replace(/`[^`\n]*`/g, (code) => code.replace(/[[\]()]/g, ' '));
}

/** The anchors of a page's headings, as GitHub makes them. */
function anchorsOf(markdown: string): string[] {
  const seen = new Map<string, number>();
  return [...markdown.replace(/^```.*?^```$/gms, '').matchAll(/^#{1,6} (.*)$/gm)].map(([, heading]) => {
    const slug = (heading as string)
      .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-');
    const count = seen.get(slug) ?? 0;
    seen.set(slug, count + 1);
    return count === 0 ? slug : `${slug}-${count}`;
  });
}

it.each(pages)('every relative link of %s leads to a file, and its anchor to a heading', (page) => {
  const targets = [...prose(read(page)).matchAll(/\]\(([^)\s]+)\)|(?:src|href)="([^"]+)"/g)]
    .map(([, link, attribute]) => (link ?? attribute) as string)
    .filter((target) => !/^[a-z]+:/.test(target));
  const broken = targets.filter((target) => {
    const [path = '', anchor] = target.split('#');
    const file = path === '' ? page : normalize(join(dirname(page), path));
    if (undrawn.includes(file)) return false;
    if (!existsSync(file)) return true;
    return anchor !== undefined && (statSync(file).isDirectory() || !anchorsOf(read(file)).includes(anchor));
  });
  expect(broken).toEqual([]);
});

it('every page of docs is reached from its index', () => {
  const index = read('docs/index.md');
  const folders = ['decisions/'];
  const missing = filesUnder('docs', '.md')
    .map((file) => file.slice('docs/'.length))
    .filter((file) => file !== 'index.md' && !folders.some((folder) => file.startsWith(folder)))
    .filter((file) => !index.includes(`(${file})`));
  expect(missing).toEqual([]);
});
