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
const WORDS = SLOTS / 32;
/** Slot widths in ticks, each level 4 times coarser: a slot is at most 1/64 of the distance to it. */
const WIDTHS: readonly number[] = Array.from({ length: LEVELS }, (_, level) => 4 ** level);
/** What lies further ahead is filed at the far end, and again when that comes due. */
const HORIZON = 2 ** 30 - 1;

/**
 * A hierarchical timing wheel, as pure data: it is told the time and never reads a clock. One tick is one millisecond.
 *
 * A node is filed by its absolute due time, in a slot that starts no later than that: when the slot comes due, the nodes in it that are
 * not yet due are filed again, closer. So a node is late by less than a tick, and each is moved about once, whatever its distance.
 */
export class Wheel {
  /** Every tick below this one has been given out. A double, and never masked: safe past 2^31 ms of uptime. */
  #base = 0;
  // Heads are made on first use: a young process has a handful, not 3,072.
  readonly #heads: (NodeList | undefined)[] = new Array(LEVELS * SLOTS).fill(undefined);
  /** A bit a slot. Set when a node is filed; a node leaves without touching it, so a bit may outlive its nodes until looked at. */
  readonly #occupied: Int32Array = new Int32Array(LEVELS * WORDS);
  /** Nodes of coarse slots that came due, to be sorted into due and not yet due. */
  readonly #coarse: NodeList = new NodeList();

  /** @param now where the wheel starts, in ms. */
  constructor(now: number) {
    this.#base = Math.floor(now);
  }

  /** Files a node by its `at`. */
  insert(node: WheelNode): void {
    const base = this.#base;
    const due = Math.ceil(node.at);
    // Already due: the next tick to be given out.
    const tick = due > base ? (due - base > HORIZON ? base + HORIZON : due) : base;
    const distance = tick - base;
    const level = distance < SLOTS ? 0 : (25 - Math.clz32(distance)) >> 1;
    // The low 32 bits hold all that a slot number is made of: the shift is right for any tick.
    const slot = (tick >> (level << 1)) & (SLOTS - 1);
    const index = level * SLOTS + slot;
    let head = this.#heads[index];
    if (head === undefined) {
      head = new NodeList();
      this.#heads[index] = head;
    }
    head.append(node);
    this.#occupied[index >> 5] = (this.#occupied[index >> 5] as number) | (1 << (slot & 31));
  }

  /**
   * Moves the wheel to `now` and detaches every slot that has come due: finest slots whole into `due`, coarser ones for {@link sort}.
   * Nodes stay linked, and may be taken out of whichever list they are in.
   */
  advance(now: number, due: NodeList): void {
    const base = this.#base;
    const target = Math.floor(now);
    if (target < base) return;
    for (let level = LEVELS - 1; level >= 0; level--) {
      const width = WIDTHS[level] as number;
      // The first slot of this level that starts at or after base: those before it were given out.
      const first = Math.ceil(base / width);
      const count = Math.min(SLOTS, Math.floor(target / width) - first + 1);
      for (let offset = this.#scan(level, first, 0); offset < count; offset = this.#scan(level, first, offset + 1)) {
        const index = level * SLOTS + ((first + offset) & (SLOTS - 1));
        (level === 0 ? due : this.#coarse).takeAll(this.#heads[index] as NodeList);
        this.#clear(index);
      }
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
      const width = WIDTHS[level] as number;
      const first = Math.ceil(this.#base / width);
      if (first * width >= earliest) continue;
      for (let offset = this.#scan(level, first, 0); offset < SLOTS; offset = this.#scan(level, first, offset + 1)) {
        const index = level * SLOTS + ((first + offset) & (SLOTS - 1));
        if ((this.#heads[index] as NodeList).empty) {
          this.#clear(index);
          continue;
        }
        earliest = Math.min(earliest, (first + offset) * width);
        break;
      }
    }
    return earliest;
  }

  /** The least offset from `from` on whose slot, counted from slot `first`, has its bit set; 256 when there is none. */
  #scan(level: number, first: number, from: number): number {
    for (let offset = from; offset < SLOTS; ) {
      const slot = (first + offset) & (SLOTS - 1);
      const word = (this.#occupied[level * WORDS + (slot >> 5)] as number) >>> (slot & 31);
      if (word !== 0) {
        const found = offset + 31 - Math.clz32(word & -word);
        return Math.min(found, SLOTS);
      }
      offset += 32 - (slot & 31);
    }
    return SLOTS;
  }

  #clear(index: number): void {
    this.#occupied[index >> 5] = (this.#occupied[index >> 5] as number) & ~(1 << (index & 31));
  }
}
