import { type NodeList, unlink, Wheel, WheelNode } from '../../../src/core/wheel.ts';

/** A node that knows its place in the order of arming. */
export class Numbered extends WheelNode {
  readonly order: number;
  /** The tick at which it is to be given out: its own, or the first that was left when it was armed. */
  readonly tick: number;

  constructor(order: number, at: number, firstTick: number) {
    super();
    this.order = order;
    this.at = at;
    this.tick = Math.max(Math.ceil(at), firstTick);
  }
}

/** A wheel on a virtual clock, with a plain set of what is armed beside it. */
export class WheelDriver {
  readonly wheel: Wheel;
  readonly due: NodeList[] = [];
  readonly armed: Set<Numbered> = new Set();
  now: number;
  /** The first tick that has not been given out. */
  firstTick: number;
  /** How many nodes `take` has given out or filed again. */
  touched = 0;
  #count = 0;

  constructor(start: number) {
    this.now = start;
    this.firstTick = Math.floor(start);
    this.wheel = new Wheel(start);
  }

  arm(delayMs: number): Numbered {
    const node = new Numbered(this.#count++, this.now + delayMs, this.firstTick);
    this.wheel.insert(node);
    this.armed.add(node);
    return node;
  }

  /** Takes a node out of whichever list it is in. */
  disarm(node: Numbered): void {
    if (!this.armed.delete(node)) return;
    unlink(node);
  }

  /** One wake at `now`. Returns what came due, in order. */
  wake(now: number): Numbered[] {
    this.advance(now);
    return this.take();
  }

  /** Detaches the slots that have come due by `now`. */
  advance(now: number): void {
    this.now = now;
    this.firstTick = Math.max(this.firstTick, Math.floor(now) + 1);
    this.wheel.advance(now, this.due);
  }

  /** Takes out what has come due, and files the rest of those slots again: as many nodes as `most` allows. */
  take(most: number = Number.POSITIVE_INFINITY): Numbered[] {
    const taken: Numbered[] = [];
    for (let touched = 0; touched < most && this.due[0] !== undefined; ) {
      const node = this.due[0].shift() as Numbered | undefined;
      if (node === undefined) {
        this.due.shift();
        continue;
      }
      touched++;
      this.touched++;
      if (node.tick > Math.floor(this.now)) this.wheel.insert(node);
      else {
        this.armed.delete(node);
        taken.push(node);
      }
    }
    return taken;
  }

  /** What a wake at `now` has to give out. */
  expected(now: number): Set<Numbered> {
    return new Set([...this.armed].filter((node) => node.tick <= Math.floor(now)));
  }
}
