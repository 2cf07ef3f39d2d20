import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { SharedStateCell } from 'timed-operation';
import { expect, test } from 'vitest';
import type { RaceMemory } from './shared-cell-memory.ts';

const RACES = 1_000_000;

test('two threads race a response against a cancel 1,000,000 times: one winner each, and both agree', async () => {
  const memory = shared();
  const workers = ([0, 1] as const).map(
    (me) =>
      new Worker(new URL('./shared-cell-racer.ts', import.meta.url), {
        workerData: { ...memory, me } satisfies RaceMemory,
        execArgv: ['-C', 'timed-operation-source', '--import', new URL('../../tools/ts.mjs', import.meta.url).href],
      }),
  );
  try {
    expect(await Promise.all(workers.map((worker) => once(worker, 'exit')))).toEqual([[0], [0]]);
  } finally {
    await Promise.all(workers.map((worker) => worker.terminate()));
  }
  const [responder, canceller] = memory.won;
  const count = { responses: 0, cancels: 0, wrong: 0 };
  for (let cell = 0; cell < RACES; cell++) {
    const { outcome } = new SharedStateCell(memory.cells, cell * Int32Array.BYTES_PER_ELEMENT);
    const answered = responder[cell] === 1;
    if (answered) count.responses++;
    else count.cancels++;
    const right =
      responder[cell] !== canceller[cell] &&
      outcome === (answered ? 'fulfilled' : 'cancelled') &&
      memory.seen[0][cell] === (answered ? 1 : 4) &&
      memory.seen[1][cell] === (answered ? 1 : 4) &&
      memory.completed[cell] === 1;
    if (!right) count.wrong++;
  }
  expect(count.wrong).toBe(0);
  expect(count.responses).toBeGreaterThan(0);
  expect(count.cancels).toBeGreaterThan(0);
});

function shared(): Omit<RaceMemory, 'me'> {
  const bytes = (): Uint8Array<SharedArrayBuffer> => new Uint8Array(new SharedArrayBuffer(RACES));
  const words = (count: number): Int32Array<SharedArrayBuffer> => new Int32Array(new SharedArrayBuffer(4 * count));
  return {
    cells: new SharedArrayBuffer(4 * RACES),
    barrier: words(2),
    progress: words(2),
    won: [bytes(), bytes()],
    seen: [bytes(), bytes()],
    completed: bytes(),
  };
}
