import { join } from 'node:path';
import { describe, expect, inject, it } from 'vitest';
import { blocksOf, expectedLines, read } from '../example-blocks.ts';
import { run, write } from './consumer.ts';

const { folder } = inject('consumer');
const tutorial = read('docs/tutorial.md');
/** The programs, by the names under which the page says to save them. */
const names = [...tutorial.matchAll(/[Ss]ave this as `([\w-]+\.mjs)`/g)].map(([, name]) => name as string);
const programs = blocksOf(tutorial).filter(({ language }) => language === 'js');

/** The lines that a program prints, saved in a folder of its own. */
function printedBy(name: string, text: string): string[] {
  write({ [`tutorial/${name}`]: text });
  return run(process.execPath, [name], join(folder, 'tutorial')).trimEnd().split('\n');
}

describe('who follows the tutorial in an empty folder, with the packed package,', () => {
  it('saves each of its programs under a name', () => {
    expect(names.length).toBe(programs.length);
    expect(names.length).toBeGreaterThan(0);
  });

  it.each(names)('sees what it says when %s runs', (name) => {
    const { text = '' } = programs[names.indexOf(name)] ?? {};
    const printed = printedBy(name, text);
    // Pictures are drawn beside the lines that the comments say.
    const wanted = expectedLines(text);
    expect(printed.filter((line) => wanted.includes(line.trimEnd()))).toEqual(wanted);
  });

  it.each(['arcus', 'geerpc'])('sees what the %s guide says, from its blocks alone', (name) => {
    const text = blocksOf(read(`docs/guides/${name}.md`))
      .filter(({ language }) => language === 'ts')
      .map((block) => block.text)
      .join('\n');
    expect(printedBy(`${name}.mjs`, text)).toEqual(expectedLines(text));
  });

  it("sees what the README's example says, too", () => {
    const { text = '' } = blocksOf(read('README.md')).find(({ language }) => language === 'js') ?? {};
    expect(printedBy('readme.mjs', text)).toEqual(expectedLines(text));
  });
});
