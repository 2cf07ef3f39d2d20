// The one file of the benchmark that knows our names. Everything is imported as compiled: the package by its own
// name (without the source condition that is `dist`), and of its inner parts only the wheel, which lies beside it.
import { Deadline, defaultRuntime, TimedOperation, timed } from 'timed-operation';
import type { Contender } from './peers/contender.ts';

type WheelModule = typeof import('../dist/core/wheel.js');
const wheelFile = new URL('core/wheel.js', import.meta.resolve('timed-operation')).href;
const { TimingWheel, WheelNode } = (await import(wheelFile)) as WheelModule;

export const contender: Contender = {
  limit: (work, ms) => () => timed(work, ms),
  limitWithSignal: (work, ms, signal) => () => timed(work, { timeout: ms, signal }),
};

/** `timed` under one deadline that many calls share. */
export const timedUntil = (work: () => Promise<unknown>, deadline: Deadline): Promise<unknown> =>
  timed(work, { deadline });

export type { Deadline, TimedOperation };

const scheduler = defaultRuntime.scheduler;

let expirations = 0;
const hooks = {
  recordTimeout: () => {
    expirations += 1;
  },
};

/** How many operations made by `newOperation` have timed out. */
export const expired = (): number => expirations;

export const newOperation = (): TimedOperation => new TimedOperation(defaultRuntime, hooks);
export const deadlineAfter = (ms: number): Deadline => Deadline.after(ms);
export const armByDeadline = (operation: TimedOperation, deadline: Deadline): unknown =>
  scheduler.arm(operation, deadline);
export const armByDelay = (operation: TimedOperation, ms: number): unknown =>
  scheduler.armAfter(operation, ms);
export const disarm = (operation: TimedOperation): unknown => scheduler.disarm(operation);

/** A wheel's node and nothing else: what an operation carries for being armed. */
export const newNode = (): object => new WheelNode();

/** The pure wheel on a fake clock. */
export interface FakeWheel {
  arm(at: number): void;
  /** When the host timer would fire next, or `undefined` with nothing armed. */
  nextWake(): number | undefined;
  /** One wake: returns how many nodes it touched, expired or put elsewhere. */
  wake(now: number): number;
}

export function fakeWheel(): FakeWheel {
  const wheel = new TimingWheel(0);
  return {
    arm: (at) => wheel.arm(new WheelNode(), at),
    nextWake: () => wheel.nextWake(),
    wake: (now) => wheel.wake(now),
  };
}
