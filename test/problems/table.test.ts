import { describe, expect, it } from 'vitest';
import { filesOf, read } from '../example-blocks.ts';

// Every problem of docs/design/problems.md is tried by a test that carries its id, or is left to the file that its row names.

const [, ...parts] = read('docs/design/problems.md').split(/^## /m);
const rows = parts.flatMap((part) => {
  const cells = [...part.matchAll(/^\| (\d+) \|.*\| ([^|]+) \|$/gm)];
  let files: string[] = [];
  return cells.map(([, number = '', tests = '']) => {
    const named = [...tests.matchAll(/`(test\/[\w./-]+)`/g)].map(([, file = '']) => file);
    // `same` is the first file of the row above.
    files = tests.startsWith('same') ? [...files.slice(0, 1), ...named] : named;
    return { id: `${part[0]}${number}`, files };
  });
});

const folders = ['test/problems', 'test/adapters/arcus/client', 'test/adapters/geerpc'];
const tests = folders
  .flatMap((folder) => filesOf(folder, '.test.ts'))
  .filter((file) => !file.endsWith('/table.test.ts'));

/** The ids in the titles of a file's tests: of `A6 and A7: ...` both. */
function idsOf(file: string): string[] {
  const titles = [...read(file).matchAll(/'((?:[A-J]\d+(?:, | and )?)+): /g)];
  return titles.flatMap(([, ids = '']) => ids.match(/[A-J]\d+/g) ?? []);
}

describe.each(rows)('problem $id', ({ id, files }) => {
  it('is tried where its row says', () => {
    expect(files.length).toBeGreaterThan(0);
    const own = files.filter((file) => tests.includes(file));
    // What is measured or collected has a file to itself, and an id there would say less than its name.
    if (own.length > 0) expect(own.filter((file) => !idsOf(file).includes(id))).toEqual([]);
    else expect(files.every((file) => /^test\/(property|gc)\//.test(file))).toBe(true);
  });
});

it('every test has a row', () => {
  expect(rows.length).toBeGreaterThan(90);
  const ids = rows.map((row) => row.id);
  expect(tests.flatMap(idsOf).filter((id) => !ids.includes(id))).toEqual([]);
});
