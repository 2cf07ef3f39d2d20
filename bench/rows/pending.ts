import type { Row } from '../runner/row.ts';
import { againstPeers } from './against-peers.ts';
import { callSegments } from './call-segments.ts';

/** ns of CPU for a call whose work settles by `setImmediate`, 1,000 pending at once. */
export const pending: Row = againstPeers({
  child: 'pending',
  figures: [{ name: 'pending-1000', unit: 'ns', pick: ({ impl = Number.NaN, bare = Number.NaN }) => ({ impl, bare }) }],
  roundCount: { closest: 7, others: 3 },
  input: callSegments,
});
