import type { Expirable } from '../../../src/core/expirable.ts';
import { UNREFERENCED } from '../../../src/core/operation-flags.ts';
import { WheelNode } from '../../../src/core/wheel.ts';

/** The least that a scheduler can arm: it writes down when it was decided. */
export class Entry extends WheelNode implements Expirable {
  readonly flags: number;
  /** When it was decided, every time. */
  readonly fired: number[] = [];
  onFire: () => void;

  constructor(onFire: () => void = () => {}, referenced: boolean = true) {
    super();
    this.onFire = onFire;
    this.flags = referenced ? 0 : UNREFERENCED;
  }

  expire(now: number): boolean {
    this.fired.push(now);
    return true;
  }

  afterDecision(): void {
    this.onFire();
  }
}
