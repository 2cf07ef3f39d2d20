import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { explore, type Probe } from 'timed-operation/testing';
import { afterAll, describe, expect, test } from 'vitest';
import {
  type CoreParts,
  decodeProbe,
  doorProbe,
  hooksProbe,
  queuedProbe,
  raceProbe,
} from './mutants/core-mutant-probes.ts';

// Plain scripts, without types.
const { aftermathMutants } = await import(new URL('../../tools/mutants/aftermath-mutants.mjs', import.meta.url).href);
const { raceMutants } = await import(new URL('../../tools/mutants/race-mutants.mjs', import.meta.url).href);

interface SourceMutant {
  readonly name: string;
  readonly changes: readonly (readonly [file: string, from: string, to: string])[];
}

/** What no operation with a cell of its own can come to. */
const ONLY_SHARED_CELLS = ['timeout accepted while decoding'];

/** Mutants of the core's sources, made for its model test by somebody who had not seen these rules. */
const foreign = ([...raceMutants, ...aftermathMutants] as readonly SourceMutant[]).filter(
  ({ name, changes }) => !ONLY_SHARED_CELLS.includes(name) && changes.every(([file]) => file.startsWith('core/')),
);
const root = fileURLToPath(new URL('../..', import.meta.url));
const scratch = mkdtempSync(join(tmpdir(), 'foreign-mutants-'));
afterAll(() => rmSync(scratch, { recursive: true }));

async function plant(changes: SourceMutant['changes'], index: number): Promise<CoreParts> {
  const folder = join(scratch, String(index));
  cpSync(join(root, 'src/core'), join(folder, 'core'), { recursive: true });
  for (const [file, from, to] of changes) {
    const [before, after, ...more] = readFileSync(join(folder, file), 'utf8').split(from);
    if (after === undefined || more.length > 0) throw new Error(`Expected this text exactly once in ${file}: ${from}`);
    writeFileSync(join(folder, file), before + to + after);
  }
  const { TimedOperation } = await import(join(folder, 'core/timed-operation.ts'));
  const { DECODING } = await import(join(folder, 'core/operation-hooks.ts'));
  const { listenTo } = await import(join(folder, 'core/signal.ts'));
  return { TimedOperation, DECODING, listenTo } as CoreParts;
}

function probes(core: CoreParts): readonly Probe<void>[] {
  const { TimedOperation } = core;
  return [
    doorProbe(TimedOperation),
    decodeProbe(TimedOperation, core.DECODING),
    queuedProbe(TimedOperation),
    hooksProbe(core),
    raceProbe(TimedOperation),
  ];
}

describe('the default strategy, on mutants made for another test', () => {
  test('finds nothing in the sources as they are', async () => {
    const core = await plant([], foreign.length);
    expect(probes(core).flatMap((probe) => explore(probe).failures)).toEqual([]);
  });

  test.each(foreign.map((mutant, index) => ({ ...mutant, index })))('kills "$name"', async ({ changes, index }) => {
    const core = await plant(changes, index);
    const killed = probes(core).some((probe) => explore(probe, { strategy: { deviations: 3 } }).failures.length > 0);
    expect(killed).toBe(true);
  });
});
