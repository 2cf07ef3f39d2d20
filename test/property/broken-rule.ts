import type { OperationSetup } from './race.ts';
import type { RaceTrace } from './race-trace.ts';

const DECIDING = new Set(['> fail', '> cancel', '> internalCancel', '> decoded', '> decodeFailed', '> give up']);
const LATE_WHEN_REFUSED = new Set(['> respond', '> fail', '> decoded', '> decodeFailed']);

/** What a trace says of one operation: how often each thing happened, and where it happened last. */
class Count {
  readonly #times = new Map<string, number>();
  readonly #last = new Map<string, number>();

  add(what: string, at: number): void {
    this.#times.set(what, this.times(what) + 1);
    this.#last.set(what, at);
  }

  times(what: string): number {
    return this.#times.get(what) ?? 0;
  }

  /** Whether both happened, and the second first. */
  reversed(first: string, second: string): boolean {
    return (
      this.times(first) > 0 && this.times(second) > 0 && (this.#last.get(second) ?? 0) < (this.#last.get(first) ?? 0)
    );
  }
}

/** The first of the race's ground rules that a run breaks, judged by its trace alone and by no model; `undefined` when it keeps all. */
export function brokenRule(trace: RaceTrace, operations: readonly OperationSetup[]): string | undefined {
  const counts = operations.map(() => new Count());
  const open: { event: string; operation: number }[] = [];
  for (let at = 0; at < trace.length; at++) {
    const [label, value] = [trace.label(at), trace.value(at)];
    if (label.startsWith('> ')) open.push({ event: label, operation: value as number });
    else if (label === 'result') {
      const { event, operation } = open.pop() as { event: string; operation: number };
      if (value === true && DECIDING.has(event)) counts[operation]?.add('won', at);
      if (value === false && LATE_WHEN_REFUSED.has(event)) counts[operation]?.add('refused', at);
    } else if (typeof value === 'number' && !label.startsWith('·')) counts[value]?.add(label, at);
  }
  for (const [index, { bare }] of operations.entries()) {
    const broken = brokenBy(counts[index] as Count, bare);
    if (broken !== undefined) return `operation ${index}: ${broken}`;
  }
  return undefined;
}

function brokenBy(count: Count, bare: boolean): string | undefined {
  const rules: Record<string, boolean> = {
    'at most one event wins': count.times('won') <= 1,
    'it is decided exactly once': count.times('decide') === 1,
    'it is completed exactly once': count.times('complete') === (bare ? 0 : 1),
    'it is submitted at most once': count.times('send') <= 1,
    'the node is told at most once': count.times('recordTimeout') <= 1,
    'it is cancelled at most once': count.times('cancelOperation') + count.times('cancelDecoding') <= 1,
    'the node is told before it is cancelled': !count.reversed('recordTimeout', 'cancelOperation'),
    'it is cancelled before it is completed': !count.reversed('cancelOperation', 'complete'),
    'what was never sent is not cancelled': count.times('send') === 1 || count.times('cancelOperation') === 0,
    'what was never sent blames no node': count.times('send') === 1 || count.times('recordTimeout') === 0,
    'every outcome that was refused is late': count.times('observedLate') >= count.times('refused'),
    'every late outcome is told once': count.times('late') === (bare ? 0 : count.times('observedLate')),
  };
  return Object.keys(rules).find((rule) => !rules[rule]);
}
