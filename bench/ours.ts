// The one file of the benchmark that knows our names. Everything is imported as compiled: the package by its own
// name (without the source condition that is `dist`).
import { Deadline, defaultRuntime, type Expirable, TimedOperation, timed } from 'timed-operation';
import type { Contender } from './peers/contender.ts';

// Of the inner parts only the wheel, which lies beside the package's entry.
type WheelModule = typeof import('../src/core/wheel.ts');
type NodeList = InstanceType<WheelModule['NodeList']>;
const wheelFile = new URL('core/wheel.js', import.meta.resolve('timed-operation')).href;
const { Wheel, WheelNode } = (await import(wheelFile)) as WheelModule;

export const contender: Contender = {
  limit: (work, ms) => () => timed(work, ms),
  limitWithSignal: (work, ms, signal) => () => timed(work, { timeout: ms, signal }),
};

export type { Deadline };

const { clock, scheduler } = defaultRuntime;
let timeouts = 0;
const hooks = {
  timedOut: () => {
    timeouts += 1;
  },
};

/** How many entries made here have timed out. */
export const expired = (): number => timeouts;

/** What the scheduler arms, and nothing else: a node of four fields, as `f0` allocates. */
class Entry extends WheelNode implements Expirable {
  readonly flags: number = 0;

  expire(): boolean {
    return true;
  }

  afterDecision(): void {
    timeouts += 1;
  }
}

export type { Expirable };
export const newNode = (): Expirable => new Entry();
export const newOperation = (): Expirable => new TimedOperation(defaultRuntime, hooks, undefined);

export const deadlineAfter = (ms: number): Deadline => Deadline.after(ms);
export const armByDeadline = (entry: Expirable, deadline: Deadline): void =>
  scheduler.arm(entry, deadline.at, deadline.at - deadline.limitMs);
export const armByDelay = (entry: Expirable, ms: number): void => {
  const now = clock.now();
  scheduler.arm(entry, now + ms, now);
};
export const disarm = (entry: Expirable): void => scheduler.disarm(entry);

/** The pure wheel on a fake clock. */
export interface FakeWheel {
  arm(now: number, at: number): void;
  /** When the host timer would fire next; `Infinity` with nothing armed. */
  nextWake(): number;
  /** One wake that does all it has to: returns how many nodes it touched, expired or filed again. */
  wake(now: number): number;
}

export function fakeWheel(): FakeWheel {
  const wheel = new Wheel(0);
  return {
    arm: (now, at) => {
      const node = new Entry();
      node.at = at;
      wheel.insert(node, now);
    },
    nextWake: () => wheel.next(),
    wake: (now) => {
      const due: NodeList[] = [];
      wheel.advance(now, due);
      let touched = 0;
      for (const slot of due) {
        for (let node = slot.shift(); node !== undefined; node = slot.shift()) {
          touched += 1;
          if (node.at > now) wheel.insert(node);
        }
      }
      return touched;
    },
  };
}
