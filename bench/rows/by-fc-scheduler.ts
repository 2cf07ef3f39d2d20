import * as fc from 'fast-check';
import type { Probe } from 'timed-operation/testing';
import { Check } from '../../src/testing/check.ts';
import { Random } from '../../src/testing/strategies/random.ts';
import type { Driver, Point } from '../../src/testing/tape.ts';

/** Steps go in the order in which fast-check released tasks of their names. */
class InOrder implements Driver {
  readonly name = 'fc.scheduler';
  readonly repeats = false;
  readonly #order: readonly string[];
  readonly #text: (label: number) => string;

  constructor(order: readonly string[], text: (label: number) => string) {
    this.#order = order;
    this.#text = text;
  }

  next(): boolean {
    return true;
  }

  choose(_index: number, point: Point): number {
    const places = Array.from({ length: point.count }, (_, option) => this.#place(point.label(option)));
    return places.indexOf(Math.min(...places));
  }

  ended(): void {}

  #place(label: number): number {
    const place = this.#order.indexOf(this.#text(label));
    return place === -1 ? this.#order.length : place;
  }
}

/**
 * Plays a probe as one does with `fc.scheduler` alone: every step it may have is a task, and fast-check says in which order they go.
 * What a run may do at all, and the rules that judge it, are the harness's.
 * @returns how many runs it took to find something wrong; `Infinity` when `numRuns` found nothing.
 */
export async function runsByFcScheduler(probe: Probe<unknown>, numRuns: number, seed: number): Promise<number> {
  const names = namesOf(probe);
  let runs = 0;
  const property = fc.asyncProperty(fc.scheduler(), async (scheduler) => {
    runs++;
    const order: string[] = [];
    for (const name of names) scheduler.schedule(Promise.resolve(), name).then(() => order.push(name));
    await scheduler.waitAll();
    const check = new Check(probe, {});
    check.play(new InOrder(order, (label) => check.world.labels.text(label)), undefined, undefined);
    check.judge();
    return check.world.violation === undefined;
  });
  const { failed } = await fc.check(property, { numRuns, seed, endOnFailure: true });
  return failed ? runs : Number.POSITIVE_INFINITY;
}

/** The names of all steps that runs have: from some hundred, in which no rule is asked. */
function namesOf(probe: Probe<unknown>): readonly string[] {
  const check = new Check(probe, { monitors: [] });
  const names = new Set<string>();
  const random = new Random(300, 1);
  const noting: Driver = {
    name: 'names',
    repeats: false,
    next: () => random.next(),
    choose(index, point) {
      for (let option = 0; option < point.count; option++) names.add(check.world.labels.text(point.label(option)));
      return random.choose(index, point);
    },
    ended() {},
  };
  while (noting.next()) check.play(noting, undefined, undefined);
  names.delete('end');
  return [...names];
}
