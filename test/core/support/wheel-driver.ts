import { NodeList, unlink, Wheel, WheelNode } from '../../../src/core/wheel.ts';

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
  readonly due: NodeList = new NodeList();
  readonly armed: Set<Numbered> = new Set();
  now: number;
  /** The first tick that has not been given out. */
  firstTick: number;
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

  /** One wake at `now`, sorted a slice at a time. Returns what came due, in order. */
  wake(now: number, slice: number = 256): Numbered[] {
    this.advance(now);
    while (this.wheel.sort(slice, this.due));
    return this.take();
  }

  /** Detaches what has come due by `now`. */
  advance(now: number): void {
    this.now = now;
    this.firstTick = Math.max(this.firstTick, Math.floor(now) + 1);
    this.wheel.advance(now, this.due);
  }

  /** Takes out what has come due. */
  take(): Numbered[] {
    const taken: Numbered[] = [];
    for (let node = this.due.shift(); node !== undefined; node = this.due.shift()) {
      this.armed.delete(node as Numbered);
      taken.push(node as Numbered);
    }
    return taken;
  }

  /** What a wake at `now` has to give out. */
  expected(now: number): Set<Numbered> {
    return new Set([...this.armed].filter((node) => node.tick <= Math.floor(now)));
  }
}
