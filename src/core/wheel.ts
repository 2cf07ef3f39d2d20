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

  /** Moves all nodes of `other` behind this list's own, in order, whatever their number. */
  takeAll(other: NodeList): void {
    const first = other.next;
    if (first === other) return;
    const last = other.prev;
    const tail = this.prev;
    tail.next = first;
    first.prev = tail;
    last.next = this;
    this.prev = last;
    other.next = other;
    other.prev = other;
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
  /** Made on first use, like the slots in them: a young process has a handful, not 3,072. */
  readonly #levels: (NodeList | undefined)[][] = [];
  /** Nodes of coarse slots that came due, to be sorted into due and not yet due. */
  readonly #coarse: NodeList = new NodeList();

  /** @param now where the wheel starts, in ms. */
  constructor(now: number) {
    this.#base = Math.floor(now);
    for (let level = 0; level < LEVELS; level++) this.#levels.push([]);
  }

  /**
   * Files a node by its `at`.
   * @param since a time that has passed, in ms: where nothing is filed before it, the wheel moves up to it, so that after an idle hour
   * a second is a second away, and gets a slot as narrow as that.
   */
  insert(node: WheelNode, since: number = this.#base): void {
    if (since >= this.#base + 1 && since < this.#earliest) this.#base = Math.floor(since);
    const base = this.#base;
    const due = Math.ceil(node.at);
    // Already due: the next tick to be given out.
    const tick = due > base ? (due - base > HORIZON ? base + HORIZON : due) : base;
    const distance = tick - base;
    const level = distance < SLOTS ? 0 : (25 - Math.clz32(distance)) >> 1;
    // The low 32 bits hold all that a slot number is made of: the shifts are right for any tick.
    const slot = (tick >> (level << 1)) & (SLOTS - 1);
    const start = tick - (tick & ((1 << (level << 1)) - 1));
    if (start < this.#earliest) this.#earliest = start;
    const slots = this.#levels[level] as (NodeList | undefined)[];
    if (slots.length === 0) for (let count = 0; count < SLOTS; count++) slots.push(undefined);
    let list = slots[slot];
    if (list === undefined) {
      list = new NodeList();
      slots[slot] = list;
    }
    list.append(node);
  }

  /**
   * Moves the wheel to `now` and detaches every slot that has come due: finest slots whole into `due`, coarser ones for {@link sort}.
   * Nodes stay linked, and may be taken out of whichever list they are in.
   */
  advance(now: number, due: NodeList): void {
    const target = Math.floor(now);
    if (target < this.#base) return;
    for (let level = LEVELS - 1; level >= 0; level--) {
      const into = level === 0 ? due : this.#coarse;
      this.#eachSlot(level, target, (list) => {
        into.takeAll(list);
        return true;
      });
    }
    this.#base = target + 1;
  }

  /**
   * Sorts up to `most` nodes of the coarse slots detached so far: due by `advance`'s time into `due`, the others filed again.
   * @returns whether any are left.
   */
  sort(most: number, due: NodeList): boolean {
    const coarse = this.#coarse;
    for (let count = 0; count < most; count++) {
      const node = coarse.shift();
      if (node === undefined) return false;
      if (Math.ceil(node.at) < this.#base) due.append(node);
      else this.insert(node);
    }
    return !coarse.empty;
  }

  /** When the next slot starts that holds a node, in ms: no node is due before. `Infinity` when the wheel is empty. */
  next(): number {
    let earliest = this.#coarse.empty ? Number.POSITIVE_INFINITY : this.#base;
    for (let level = 0; level < LEVELS; level++) {
      this.#eachSlot(level, earliest, (_list, start) => {
        earliest = Math.min(earliest, start);
        return false;
      });
    }
    this.#earliest = earliest;
    return earliest;
  }

  /** Visits the slots of a level that hold nodes, in time order, up to one that starts after `last`; until `visit` says false. */
  #eachSlot(level: number, last: number, visit: (list: NodeList, start: number) => boolean): void {
    const slots = this.#levels[level] as (NodeList | undefined)[];
    const width = 4 ** level;
    // The first slot that starts at or after base: those before it were given out.
    const first = Math.ceil(this.#base / width);
    for (let offset = 0; offset < slots.length; offset++) {
      const start = (first + offset) * width;
      if (start > last) return;
      const list = slots[(first + offset) & (SLOTS - 1)];
      if (list !== undefined && !list.empty && !visit(list, start)) return;
    }
  }
}
