import { existsSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, inject, it } from 'vitest';
import { blocksOf, expectedLines, filesUnder, read } from '../example-blocks.ts';
import { run, toolFile, write } from './consumer.ts';

const { folder } = inject('consumer');
/** The pages that say under which names to save their blocks. */
const PAGES = ['docs/tutorial.md', 'docs/guides/find-a-race.md', 'docs/guides/write-an-adapter.md'];

/** The others: programs in the order of their blocks. */
const GUIDES = filesUnder('docs/guides', '.md')
  .filter((page) => !PAGES.includes(page))
  .map((page) => page.slice('docs/guides/'.length, -'.md'.length));

/** The programs of a page, by the names under which it says to save them, in order. */
function programsOf(page: string): (readonly [name: string, text: string])[] {
  const text = read(page);
  const programs = blocksOf(text).filter(({ language }) => language === 'js' || language === 'ts');
  const names = [...text.matchAll(/[Ss]ave this\s+as `([\w-]+\.(?:mjs|ts))`/g)].map(([, name]) => name as string);
  expect(names.length).toBe(programs.length);
  return names.map((name, index) => [name, programs[index]?.text as string]);
}

/** The lines that a program prints, run in a folder of its own: what is TypeScript there is compiled before. */
function printedBy(name: string, text: string): string[] {
  write({ [`tutorial/${name}`]: text });
  return run(process.execPath, [name], join(folder, 'tutorial')).trimEnd().split('\n');
}

const TSCONFIG = JSON.stringify({
  compilerOptions: {
    strict: true,
    target: 'es2022',
    module: 'nodenext',
    rewriteRelativeImportExtensions: true,
    types: ['node'],
    typeRoots: [toolFile('@types', false)],
  },
  include: ['*.ts'],
});

/** fast-check, as a stranger who follows a page has it installed: here from where the tests have it. */
function installFastCheck(): void {
  const place = join(folder, 'node_modules/fast-check');
  if (!existsSync(place)) symlinkSync(toolFile('fast-check', false), place, 'dir');
}

describe('who follows the tutorial and the guides in an empty folder, with the packed package,', () => {
  it.each(PAGES)('sees what %s says, when each of its blocks is saved as a file and run', (page) => {
    installFastCheck();
    const programs = programsOf(page);
    const at = `pages/${page.replaceAll('/', '-')}`;
    write(Object.fromEntries(programs.map(([name, text]) => [`${at}/${name}`, text])));
    write({ [`${at}/package.json`]: '{ "type": "module" }', [`${at}/tsconfig.json`]: TSCONFIG });
    if (programs.some(([name]) => name.endsWith('.ts'))) {
      run(process.execPath, [toolFile('typescript/bin/tsc', false), '-p', at], folder);
    }
    for (const [name, text] of programs) {
      const wanted = expectedLines(text);
      const printed = run(process.execPath, [name.replace(/\.ts$/, '.js')], join(folder, at)).split('\n');
      // Pictures are drawn beside the lines that the comments say.
      expect([name, printed.filter((line) => wanted.includes(line.trimEnd()))]).toEqual([name, wanted]);
    }
  });

  it.each(GUIDES)('sees what the %s guide says, from its blocks alone, one after the other', (name) => {
    const text = blocksOf(read(`docs/guides/${name}.md`))
      .filter(({ language }) => language === 'ts')
      .map((block) => block.text)
      .join('\n');
    const at = `guides/${name}`;
    write({
      [`${at}/guide.ts`]: text,
      [`${at}/package.json`]: '{ "type": "module" }',
      [`${at}/tsconfig.json`]: TSCONFIG,
    });
    run(process.execPath, [toolFile('typescript/bin/tsc', false), '-p', at], folder);
    const wanted = expectedLines(text);
    const printed = run(process.execPath, ['guide.js'], join(folder, at)).split('\n');
    expect(printed.filter((line) => wanted.includes(line.trimEnd()))).toEqual(wanted);
  });

  it("sees what the README's example says, too", () => {
    const { text = '' } = blocksOf(read('README.md')).find(({ language }) => language === 'js') ?? {};
    expect(printedBy('readme.mjs', text)).toEqual(expectedLines(text));
  });
});
