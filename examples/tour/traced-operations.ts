import { setTimeout as sleep } from 'node:timers/promises';
import { createRuntime, type OperationHooks, TimedOperation } from 'timed-operation';
import type { LineClient } from './line-client.ts';
import { Trace } from './trace.ts';

interface Plan {
  readonly title: string;
  readonly limitMs: number;
  /** When the server replies; negative: never. */
  readonly delayMs: number;
  readonly decodeMs?: number;
  readonly cancelAtMs?: number;
}

/** The loop is blocked from and until: ms after the start. */
export const STALL = { from: 75, until: 120 } as const;

const plans: readonly Plan[] = [
  { title: 'answered in time', limitMs: 60, delayMs: 15 },
  { title: 'decoded past the limit', limitMs: 50, delayMs: 15, decodeMs: 50 },
  { title: 'cancelled by the caller', limitMs: 60, delayMs: -1, cancelAtMs: 25 },
  { title: 'never answered', limitMs: 50, delayMs: -1 },
  { title: 'answered too late', limitMs: 30, delayMs: 55 },
  { title: 'answered during the stall', limitMs: 100, delayMs: 88 },
  { title: 'unanswered, with the stall', limitMs: 100, delayMs: -1 },
];

/** An adapter in miniature: what it does at the turns of the race. */
const hooks: OperationHooks<string, string, Plan & { trace: Trace }> = {
  decode(text, { data }) {
    data.trace.mark('decode');
    return data.decodeMs === undefined ? text : sleep(data.decodeMs, text);
  },
  complete: ({ data }) => data.trace.mark('complete'),
};

/** Runs a handful of operations side by side, on a runtime whose observer writes down what happens to them. */
export async function tracedOperations(client: LineClient, pinger: LineClient): Promise<Trace[]> {
  const traces = new Map<unknown, Trace>();
  const runtime = createRuntime({
    observer: {
      decide: (operation) => traces.get(operation)?.mark('decide'),
      late: (operation) => traces.get(operation)?.mark('late'),
    },
  });
  await client.request(0, 0); // The first of its kind is slow; the picture is not about that.
  const start = performance.now();
  const ended = plans.map(async (plan, index) => {
    const trace = new Trace(plan.title, plan.limitMs, start);
    const operation = new TimedOperation(runtime, hooks, { ...plan, trace }, { name: plan.title });
    traces.set(operation, trace);
    const send = () =>
      client.send(-1 - index, plan.delayMs, (text) => {
        if (operation.respond(text)) trace.mark('response');
      });
    if (operation.submit(send)) {
      trace.mark('submit');
      if (operation.arm(plan.limitMs)) trace.mark('arm');
    }
    if (plan.cancelAtMs !== undefined) setTimeout(() => operation.cancel('no longer needed'), plan.cancelAtMs);
    await operation.promise().catch(() => {});
    trace.outcome = operation.outcome ?? '';
  });
  setTimeout(() => {
    pinger.send(0, 0, () => {
      while (performance.now() - start < STALL.until);
    });
  }, STALL.from);
  await Promise.all(ended);
  return [...traces.values()];
}
