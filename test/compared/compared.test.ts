import { describe, expect, it } from 'vitest';
import { read } from '../example-blocks.ts';
import { abortControllerX } from './contenders/abort-controller-x.ts';
import { abortSignal } from './contenders/abort-signal.ts';
import { cockatiel } from './contenders/cockatiel.ts';
import { ours } from './contenders/ours.ts';
import { pTimeout } from './contenders/p-timeout.ts';
import { race } from './contenders/race.ts';
import { facts } from './facts.ts';

const contenders = [ours, race, abortSignal, pTimeout, cockatiel, abortControllerX];

/** The rows of the README's comparison: a cell for each contender. */
const table = new Map(
  (read('README.md').split('\n## Compared\n')[1] ?? '')
    .split('\n## ')[0]
    ?.split('\n')
    .filter((line) => line.startsWith('|'))
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    )
    .map(([name = '', ...cells]) => [name, cells] as const),
);

describe("the README's comparison", () => {
  it('has a row for each fact, and no other', () => {
    expect([...table.keys()].slice(2)).toEqual(facts.map(({ name }) => name));
    expect(table.get('')).toEqual(contenders.map(({ name }) => name));
  });

  it.each(facts)('says what is so: $name', async ({ name, check }) => {
    const found: string[] = [];
    for (const contender of contenders) found.push((await check(contender)) ? 'yes' : '–');
    expect(found).toEqual(table.get(name));
  });
});
