import { Foreign } from './foreign.ts';
import { Place } from './place.ts';
import { NodeList } from './wheel.ts';

/** What awaits a promise together with others. */
export interface Follower {
  respond(value: unknown): boolean;
  fail(reason: unknown): boolean;
}

/**
 * A promise stamped with one reaction for everything that wraps it from the second time on. A pending promise cannot drop a reaction:
 * so a promise that lives long would keep one for every wrap that timed out on it.
 */
export class SharedPromise extends Foreign {
  readonly #followers: NodeList = new NodeList();
  #following = false;

  /** Whether the promise has been wrapped before. A first wrap follows it by a reaction of its own, and keeps the work's stack. */
  static wrappedBefore(promise: object): boolean {
    if (#followers in promise) return true;
    new SharedPromise(promise);
    return false;
  }

  /** Follows a promise that was wrapped before until it settles, or until the place is left. */
  static follow(promise: Promise<unknown>, follower: Follower, sibling?: Place<unknown>): Place<Follower> {
    const shared = promise as Promise<unknown> & SharedPromise;
    const place = new Place(follower, sibling);
    shared.#followers.append(place);
    if (!shared.#following) {
      shared.#following = true;
      promise.then(
        (value) => shared.#settle('respond', value),
        (reason) => shared.#settle('fail', reason),
      );
    }
    return place;
  }

  #settle(event: 'respond' | 'fail', outcome: unknown): void {
    this.#following = false;
    for (let place = this.#followers.shift(); place; place = this.#followers.shift()) {
      (place as unknown as Place<Follower>).listed[event](outcome);
    }
  }
}
