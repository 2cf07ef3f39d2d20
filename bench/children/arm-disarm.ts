import { alloc, allocClock } from '../floors/alloc.ts';
import { f0, fillF0 } from '../floors/f0.ts';
import { clearNode, fillNode, node } from '../floors/node.ts';
import {
  armByDeadline,
  armByDelay,
  type Deadline,
  deadlineAfter,
  disarm,
  type Expirable,
  newNode,
  newOperation,
} from '../ours.ts';
import { answer, input } from './input.ts';
import { alternate, type Segments } from './segments.ts';

interface Input extends Segments {
  readonly by: 'deadline' | 'delay';
  /** A whole operation, or only the node of it that the scheduler arms. */
  readonly entry: 'operation' | 'node';
  readonly durations: 'same' | 'random';
  /** Operations that stay armed all the while. */
  readonly pending: number;
}

const { by, entry, durations, pending, ...segments } = input<Input>();
const standing = 256;
const newEntry = entry === 'node' ? newNode : newOperation;

// One duration of 5 s, or 4,096 whole ones between 1 and 60 s: in two arrays, so that a segment draws nothing.
const delays = new Float64Array(4096).map(() =>
  durations === 'same' ? 5000 : 1000 + Math.floor(Math.random() * 59_000),
);
const lastDelay = delays.length - 1;
let deadlines: Deadline[] = [];
let others: Expirable[] = [];
let renewed = Number.NEGATIVE_INFINITY;

/**
 * Keeps the deadlines ahead of now (those of one duration are one object, as for calls that share it), and on them 256
 * other operations, so that no segment measures the first and last one armed.
 */
function renew(): void {
  if (performance.now() - renewed < 500) return;
  renewed = performance.now();
  const shared = deadlineAfter(5000);
  deadlines = durations === 'same' ? [shared] : Array.from(delays, deadlineAfter);
  const old = others;
  others = Array.from({ length: standing }, newEntry);
  for (const [i, operation] of others.entries()) armByDeadline(operation, deadlines[i] ?? shared);
  for (const operation of old) disarm(operation);
}

renew();
let last = newEntry();
armByDelay(last, 5000);

// The operation to disarm is in a local variable: an array of them costs half an F0 in write barriers.
function oursByDeadline(count: number): void {
  const mask = deadlines.length - 1;
  let operation = last;
  for (let i = 0; i < count; i++) {
    disarm(operation);
    operation = newEntry();
    armByDeadline(operation, deadlines[i & mask] as Deadline);
  }
  last = operation;
}

function oursByDelay(count: number): void {
  let operation = last;
  for (let i = 0; i < count; i++) {
    disarm(operation);
    operation = newEntry();
    armByDelay(operation, delays[i & lastDelay] as number);
  }
  last = operation;
}

// The deadlines are renewed where nothing is counted: in a loop of its own.
const ours = by === 'deadline' ? oursByDeadline : oursByDelay;
const oursAlone = () => alternate({ renew, ours }, segments);

if (pending === 0) {
  fillF0(standing);
  fillNode(standing, delays);
  const loops = {
    renew,
    f0,
    ours,
    node: (count: number) => node(count, delays),
    alloc,
    'alloc-clock': allocClock,
  };
  const { renew: _, ...result } = await alternate(loops, segments);
  clearNode();
  await answer(result);
} else {
  const before = await oursAlone();
  const held = Array.from({ length: pending }, newEntry);
  // Between ten minutes and an hour away: none falls due.
  for (const operation of held) armByDeadline(operation, deadlineAfter(600_000 + Math.random() * 3_000_000));
  const full = await oursAlone();
  for (const operation of held) disarm(operation);
  const after = await oursAlone();
  await answer({ ours: full.ours, empty: (before.ours + after.ours) / 2 });
}
process.exit(0);
