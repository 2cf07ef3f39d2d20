/**
 * A node of the wheel, linked into one of its lists while armed. The operation itself is the node: arming allocates nothing.
 */
export abstract class WheelNode {
  /** @internal Null exactly while the node is in no list. */
  next: WheelLink | null = null;
  /** @internal */
  prev: WheelLink | null = null;
  /** @internal The instant it is due: ms on the wheel's timescale. */
  at = 0;
}

/** What a list is made of: nodes, and the head that closes the ring. */
export interface WheelLink {
  next: WheelLink | null;
  prev: WheelLink | null;
}

/** A ring of nodes in the order they were appended. */
export class NodeList implements WheelLink {
  next: WheelLink = this;
  prev: WheelLink = this;

  get empty(): boolean {
    return this.next === this;
  }

  append(node: WheelLink): void {
    const last = this.prev;
    node.prev = last;
    node.next = this;
    last.next = node;
    this.prev = node;
  }

  /** Takes out the first node; `undefined` when there is none. */
  shift(): WheelNode | undefined {
    const first = this.next;
    if (first === this) return undefined;
    unlink(first);
    return first as WheelNode;
  }
}

/** Takes a node out of whichever list it is in. */
export function unlink(node: WheelLink): void {
  const { next, prev } = node;
  (prev as WheelLink).next = next;
  (next as WheelLink).prev = prev;
  node.next = null;
  node.prev = null;
}

const SLOTS = 256;
const LEVELS = 12;
/** What lies further ahead is filed at the far end, and again when that comes due. */
const HORIZON = 2 ** 30 - 1;

/**
 * A hierarchical timing wheel, as pure data: it is told the time and never reads a clock. One tick is one millisecond; a level has 256
 * slots, each level's 4 times as wide as the one below: so a slot is at most 1/64 of the distance to it.
 *
 * A node is filed by its absolute due time, in a slot that starts no later than that: when the slot comes due, the nodes in it that are
 * not yet due are filed again, closer. So a node is late by less than a tick, and each is moved about once, whatever its distance.
 */
export class Wheel {
  /** Every tick below this one has been given out. A double, and never masked: safe past 2^31 ms of uptime. */
  #base: number;
  /** No node is in a slot that starts before this. */
  #earliest: number = Number.POSITIVE_INFINITY;
  /** The slot that was filed into last, and for which tick: many deadlines are the same, and the search costs most. */
  #last: NodeList = new NodeList();
  #lastDue = -1;
  /** Level by level. A slot gets a list when it first holds a node, and loses it when it comes due. */
  readonly #slots: (NodeList | undefined)[] = new Array<NodeList | undefined>(SLOTS * LEVELS).fill(undefined);

  /** @param now where the wheel starts, in ms. */
  constructor(now: number = 0) {
    this.#base = Math.floor(now);
  }

  /**
   * Files a node by its `at`.
   * @param since a time that has passed, in ms: where nothing is filed before it, the wheel moves up to it, so that after an idle hour
   * a second is a second away, and gets a slot as narrow as that.
   */
  insert(node: WheelNode, since: number = 0): void {
    const due = Math.ceil(node.at);
    if (due !== this.#lastDue) this.find(due, since);
    this.#last.append(node);
  }

  private find(due: number, since: number): void {
    if (since > this.#base && since < this.#earliest) this.#base = Math.floor(since);
    // What is due already goes to the next tick to be given out.
    const distance = Math.min(Math.max(due - this.#base, 0), HORIZON) | 0;
    const tick = this.#base + distance;
    // The low 32 bits hold all that a slot number is made of: the shifts are right for any tick.
    const low = tick | 0;
    const level = distance < SLOTS ? 0 : (25 - Math.clz32(distance)) >> 1;
    const shift = level << 1;
    const slot = (level << 8) | ((low >> shift) & (SLOTS - 1));
    const start = tick - (low & ((1 << shift) - 1));
    if (start < this.#earliest) this.#earliest = start;
    this.#last = this.#slots[slot] ??= new NodeList();
    this.#lastDue = due;
  }

  /**
   * Moves the wheel to `now` and detaches every slot that has come due into `due`, the coarsest first. Nodes stay linked, and may be
   * taken out; those of a coarse slot that are not due yet are to be filed again.
   * @returns when the next slot starts that holds a node, in ms: no other is due before. `Infinity` when there is none.
   */
  advance(now: number, due: NodeList[]): number {
    let earliest = Number.POSITIVE_INFINITY;
    for (let level = LEVELS - 1; level >= 0; level--) {
      const width = 4 ** level;
      // The first slot that starts at or after base: those before it were given out.
      const first = Math.ceil(this.#base / width);
      for (let offset = 0; offset < SLOTS; offset++) {
        const start = (first + offset) * width;
        if (start > now && start >= earliest) break;
        const slot = (level << 8) | ((first + offset) & (SLOTS - 1));
        const list = this.#slots[slot];
        if (!list || list.empty) continue;
        if (start > now) earliest = start;
        else {
          due.push(list);
          this.#slots[slot] = undefined;
        }
      }
    }
    this.#base = Math.max(this.#base, Math.floor(now) + 1);
    this.#earliest = earliest;
    this.#lastDue = -1;
    return earliest;
  }

  /** When the next slot starts that holds a node, in ms; `Infinity` when there is none. */
  next(): number {
    return this.advance(Number.NEGATIVE_INFINITY, []);
  }
}
