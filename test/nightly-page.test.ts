import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const page = readFileSync('docs/nightly.md', 'utf8');
const test = (status: string, title: string, duration: number) => ({ status, title, duration });
const report = {
  testResults: [
    {
      name: '/somewhere/test/property/one-winner.test.ts',
      startTime: 1_000,
      endTime: 231_000,
      assertionResults: [test('passed', 'losers change nothing', 195_462), test('passed', 'one | winner', 31_228)],
    },
    {
      name: '/somewhere/test/property/wheel.test.ts',
      startTime: 0,
      endTime: 900,
      assertionResults: [test('failed', 'a wheel', 900)],
    },
  ],
};

/** The page as the script would write it after `steps`. */
function pageAfter(steps: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'nightly-page-'));
  try {
    writeFileSync(join(folder, 'steps'), steps);
    writeFileSync(join(folder, 'properties.json'), JSON.stringify(report));
    const env = { ...process.env, FUZZ_MS: '60000' };
    return execFileSync('node', ['tools/nightly-page.mjs', folder, 'FUZZ_MS'], { input: page, encoding: 'utf8', env });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const lines = 'install\t17\tpassed\nproperties\t1234\t2 passed, 1 failed\njsr\t7\tFAILED\n';

it('the nightly writes a row for each step, and for each file of a step of tests', () => {
  const rows = pageAfter(lines).split('\n');
  expect(rows).toEqual(
    expect.arrayContaining([
      '| install | 17 s | passed |  |',
      '| properties | 1,234 s | 2 passed, 1 failed |  |',
      '| · `one-winner` | 230 s | 2 passed | losers change nothing (195 s) |',
      '| · `wheel` | 1 s | 0 passed, **1 failed** |  |',
      '| jsr | 7 s | FAILED |  |',
    ]),
  );
  expect(rows.find((line) => line.includes('minutes in all'))).toMatch(
    /^\d{4}-\d\d-\d\d, 21 minutes .*`FUZZ_MS=60000`/,
  );
});

it('it replaces its last run, and leaves the rest of the page as it is', () => {
  const outside = (text: string) => text.replace(/(<!-- written[^>]*-->).*(<!-- end)/s, '$1$2');
  const once = pageAfter(lines);
  expect(outside(once)).toBe(outside(page));
  expect(once).not.toContain('No run has written here yet');
});
