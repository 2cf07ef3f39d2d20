import type { Row } from '../runner/row.ts';
import { againstPeers } from './against-peers.ts';

/** Bytes for a pending call over those of the work alone. */
export const heapPending: Row = againstPeers({
  child: 'heap-pending',
  figures: [
    { name: 'heap-pending', unit: 'B', pick: ({ impl = Number.NaN, bare = Number.NaN }) => ({ impl: impl - bare }) },
  ],
  // A heap hardly differs from one process to the next.
  roundCount: { closest: 3, others: 1 },
  input: (quick) => ({ count: quick ? 10_000 : 100_000 }),
});
