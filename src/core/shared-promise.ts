import { Foreign } from './foreign.ts';
import type { Place } from './place.ts';
import { NodeList, unlink, type WheelLink } from './wheel.ts';

/** What awaits a promise together with others. */
export interface Follower {
  respond(value: unknown): boolean;
  fail(reason: unknown): boolean;
}

/**
 * One reaction on a promise for everything that wraps it from the second time on. A pending promise cannot drop a reaction: so a
 * promise that lives long would keep one for every wrap that timed out on it.
 */
export class SharedPromise {
  readonly #followers: NodeList = new NodeList();
  #following = false;

  /**
   * The share of a promise that has been wrapped before; `undefined` for one that comes the first time, which is remembered: a first
   * wrap follows the promise by a reaction of its own, and keeps the stack of the work with it.
   */
  static of(promise: Promise<unknown>): SharedPromise | undefined {
    return PromiseStamp.shareOf(promise);
  }

  /** Follows the promise until it settles, or until the place is left. */
  add(promise: Promise<unknown>, follower: Follower): Place {
    const entry = new FollowerEntry(follower);
    this.#followers.append(entry);
    if (!this.#following) {
      this.#following = true;
      promise.then(
        (value) => this.#settle((each) => each.respond(value)),
        (reason) => this.#settle((each) => each.fail(reason)),
      );
    }
    return entry;
  }

  #settle(tell: (follower: Follower) => boolean): void {
    this.#following = false;
    for (let link = this.#followers.next; link !== this.#followers; link = this.#followers.next) {
      unlink(link);
      tell((link as FollowerEntry).follower);
    }
  }
}

class FollowerEntry implements WheelLink, Place {
  next: WheelLink | null = null;
  prev: WheelLink | null = null;
  sibling: Place | undefined = undefined;
  readonly follower: Follower;

  constructor(follower: Follower) {
    this.follower = follower;
  }

  leave(): void {
    if (this.next !== null) unlink(this);
  }
}

class PromiseStamp extends Foreign {
  readonly #share: SharedPromise = new SharedPromise();

  static shareOf(promise: object): SharedPromise | undefined {
    if (#share in promise) return (promise as PromiseStamp).#share;
    new PromiseStamp(promise);
    return undefined;
  }
}
