import type { Row } from '../runner/row.ts';
import { againstPeers } from './against-peers.ts';

/** Bytes for a pending call over those of the work alone. */
export const heapPending: Row = againstPeers({
  name: 'heap-pending',
  unit: 'B',
  child: 'heap-pending',
  roundCount: { quick: 1, full: 3 },
  input: (quick) => ({ count: quick ? 10_000 : 100_000 }),
  pick: ({ impl = Number.NaN, bare = Number.NaN }) => ({ impl: impl - bare }),
});
