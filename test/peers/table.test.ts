import { describe, expect, it } from 'vitest';
import { filesOf, read } from '../example-blocks.ts';

const VERDICTS = ['same', 'differs', 'none'] as const;

interface Row {
  readonly id: string;
  readonly verdict: string;
  readonly why: string;
}

/** A section of the page: one file of tests of somebody else. */
interface Section {
  readonly title: string;
  readonly text: string;
  readonly rows: readonly Row[];
}

const [, ...parts] = read('docs/reference/peer-tests.md').split(/^## /m);
const sections = parts.map((text): Section => {
  const rows = [...text.matchAll(/^\| ([\w -]+ \d+) \| [^|]+ \| ([^|]+) \| ([^|]*?) ?\|$/gm)];
  return {
    title: text.slice(0, text.indexOf('\n')),
    text,
    rows: rows.map(([, id = '', verdict = '', why = '']) => ({ id, verdict, why })),
  };
});
const rows = sections.flatMap((section) => section.rows);

const sources = [...filesOf('test/peers', '.test.ts'), ...filesOf('test/peers', '.test-d.ts')].map(read).join('\n');
/** How often an id begins the title of a test, or is put into one by `it.each`. */
const testsOf = (id: string): number => [...sources.matchAll(new RegExp(`['"\`, ]${id}(?=[:',])`, 'g'))].length;

describe.each(sections)('the table of $title', ({ text, rows: own }) => {
  it('numbers every test of that file, from 1 on', () => {
    const [{ id: first } = { id: '' }] = own;
    const name = first.replace(/ 1$/, '');
    expect(own.map(({ id }) => id)).toEqual(own.map((_, index) => `${name} ${index + 1}`));
    // Each line of the table is a row that could be read.
    expect(own).toHaveLength([...text.matchAll(/^\| (?!id )/gm)].length);
  });

  it('counts what it says', () => {
    const [same, differ, none] = VERDICTS.map((verdict) => own.filter((row) => row.verdict === verdict).length);
    expect(text).toContain(`\n${own.length} tests: ${same} same, ${differ} differ, ${none} none.\n`);
    expect(own.length).toBe(Number(same) + Number(differ) + Number(none));
  });

  it('says why where it is not the same', () => {
    expect(own.filter(({ verdict, why }) => verdict !== 'same' && why === '')).toEqual([]);
  });
});

describe('the tests', () => {
  it('there is one for every row that has something to run, and none for the others', () => {
    const expected = rows.map(({ id, verdict }) => [id, verdict === 'none' ? 0 : 1]);
    expect(rows.map(({ id }) => [id, testsOf(id)])).toEqual(expected);
  });

  it('have all a row', () => {
    const named = [...sources.matchAll(/^\s*(?:it\(|\[)?'([\w -]+? \d+)(?=:|')/gm)].map(([, id]) => id);
    expect(named.length).toBeGreaterThan(60);
    expect(named.filter((id) => !rows.some((row) => row.id === id))).toEqual([]);
  });
});
