import { StateHash } from '../state-hash.ts';
import { StateTable } from '../state-table.ts';
import type { Driver, Point } from '../tape.ts';

const NONE = -1;

/**
 * Every way on from every state, each taken once. A run goes to the shallowest place that has a way nobody took, takes it, and from
 * there on takes new ways wherever it comes, also in states that earlier runs have been to: so one run does the work of many that
 * would each begin anew. It is cut short where every way was taken.
 *
 * A place is a state, or a choice inside a step; they are numbered as they are found.
 */
export class StateWalk implements Driver {
  readonly name = 'exhaustive';
  repeats = false;
  readonly #hash: StateHash = new StateHash();
  readonly #table: StateTable = new StateTable();
  // By place: how many ways it has and how many were taken, the first of them among all ways, how it was found, in which run it was left.
  readonly #count: number[] = [];
  readonly #taken: number[] = [];
  readonly #depth: number[] = [];
  readonly #foundFrom: number[] = [];
  readonly #foundBy: number[] = [];
  readonly #visitedIn: number[] = [];
  /** Places by their depth, among them all that have ways nobody took. */
  readonly #waiting: number[][] = [];
  #shallowest = 0;
  /** The choices that lead to where this run begins to be new. */
  readonly #path: number[] = [];
  #run = 0;
  /** Where the run is; the place it came from, and by which of its ways. */
  #place = NONE;
  #from = NONE;
  #way = NONE;
  #arrived = false;

  next(): boolean {
    this.#run++;
    this.#from = NONE;
    this.#path.length = 0;
    this.#arrived = false;
    this.repeats = this.#run > 1;
    if (!this.repeats) return true;
    const target = this.#target();
    if (target === NONE) return false;
    for (let place = target; this.#foundFrom[place] !== NONE; place = this.#foundFrom[place] as number) {
      this.#path.push(this.#foundBy[place] as number);
    }
    this.#path.reverse();
    this.#place = target;
    return true;
  }

  arrive(state: (hash: StateHash) => boolean, count: number): boolean {
    if (this.repeats) return true;
    const hash = this.#hash;
    const fresh = this.#count.length;
    const known = state(hash) ? this.#table.get(hash.low, hash.high, fresh) : fresh;
    // With other ways on it is another place, whatever the hash says.
    this.#place = known === fresh || this.#count[known] === count ? known : fresh;
    if (this.#place === fresh) this.#add(count);
    this.#arrived = true;
    return this.#taken[this.#place] !== count && this.#visitedIn[this.#place] !== this.#run;
  }

  choose(index: number, point: Point): number {
    if (index < this.#path.length) return this.#path[index] as number;
    if (!this.repeats && !this.#arrived) {
      // Inside a step there is no state to compare.
      this.#place = this.#count.length;
      this.#add(point.count);
    }
    this.repeats = false;
    this.#arrived = false;
    const place = this.#place;
    const way = this.#taken[place] as number;
    this.#taken[place] = way + 1;
    this.#visitedIn[place] = this.#run;
    this.#from = place;
    this.#way = way;
    return way;
  }

  /** The shallowest place that has a way nobody took. */
  #target(): number {
    for (; this.#shallowest < this.#waiting.length; this.#shallowest++) {
      const places = this.#waiting[this.#shallowest] as number[];
      for (;;) {
        const place = places.at(-1);
        if (place === undefined) break;
        if ((this.#taken[place] as number) < (this.#count[place] as number)) return place;
        places.pop();
      }
    }
    return NONE;
  }

  #add(count: number): void {
    const place = this.#count.length;
    const depth = this.#from === NONE ? 0 : (this.#depth[this.#from] as number) + 1;
    this.#count.push(count);
    this.#taken.push(0);
    this.#foundFrom.push(this.#from);
    this.#foundBy.push(this.#way);
    this.#visitedIn.push(0);
    this.#depth.push(depth);
    const waiting = this.#waiting[depth];
    if (waiting === undefined) this.#waiting[depth] = [place];
    else waiting.push(place);
    if (depth < this.#shallowest) this.#shallowest = depth;
  }
}
