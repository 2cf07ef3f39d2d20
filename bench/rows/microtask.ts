import type { Row } from '../runner/row.ts';
import { againstPeers } from './against-peers.ts';
import { callSegments } from './call-segments.ts';

/** ns of CPU for a call whose work settles in a microtask, one after another. */
export const microtask: Row = againstPeers({
  child: 'microtask',
  figures: [{ name: 'microtask', unit: 'ns', pick: ({ impl = Number.NaN, bare = Number.NaN }) => ({ impl, bare }) }],
  roundCount: { closest: 7, others: 3 },
  input: callSegments,
});
