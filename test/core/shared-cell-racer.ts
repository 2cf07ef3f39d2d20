// One of the two threads of `shared-state-cell.test.ts`: plays its event on every cell in turn, in step with the other thread.

import { workerData } from 'node:worker_threads';
import { SharedStateCell, TimedOperation } from 'timed-operation';
import { ManualRuntime } from 'timed-operation/testing';
import type { RaceMemory } from './shared-cell-memory.ts';

const OUTCOMES = ['', 'fulfilled', 'failed', 'timedOut', 'cancelled'];
/** How many cells are raced over between two barriers. */
const BATCH = 1000;
/** How long one thread looks out for the other before it goes on alone: on one core the other may not be running at all. */
const LOOKS = 200;

const { cells, barrier, progress, won, seen, completed, me } = workerData as RaceMemory;
const runtime = new ManualRuntime();
const hooks = {
  complete: (operation: TimedOperation<number, number, number>) => void Atomics.add(completed, operation.data, 1),
};

/** Both threads are here before either goes on. */
function meet(): void {
  const round = Atomics.load(barrier, 1);
  if (Atomics.add(barrier, 0, 1) % 2 === 0) {
    while (Atomics.load(barrier, 1) === round) Atomics.wait(barrier, 1, round, 1000);
  } else {
    Atomics.add(barrier, 1, 1);
    Atomics.notify(barrier, 1);
  }
}

for (let cell = 0; cell < won[me].length; cell++) {
  if (cell % BATCH === 0) meet();
  const operation = new TimedOperation<number, number, number>(runtime, hooks, cell, {
    cell: new SharedStateCell(cells, cell * Int32Array.BYTES_PER_ELEMENT),
  });
  Atomics.store(progress, me, cell);
  for (let looks = 0; looks < LOOKS && Atomics.load(progress, 1 - me) < cell; looks++);
  const winner = me === 0 ? operation.respond(cell) : operation.cancel(cell);
  won[me][cell] = winner ? 1 : 0;
  seen[me][cell] = OUTCOMES.indexOf(operation.outcome ?? '');
  runtime.executor.drain();
}
