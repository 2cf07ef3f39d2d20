import { slowPeers } from '../peers/names.ts';
import type { Row } from '../runner/row.ts';
import { againstPeers } from './against-peers.ts';

/** ns of CPU for a call whose work settles in a microtask, one after another. */
export const microtask: Row = againstPeers({
  child: 'microtask',
  figures: [{ name: 'microtask', unit: 'ns', pick: ({ impl = Number.NaN, bare = Number.NaN }) => ({ impl, bare }) }],
  roundCount: { quick: 1, full: 5 },
  input: (quick, impl) => ({
    size: quick && slowPeers.includes(impl) ? 2000 : 5000,
    count: 150,
    budget: quick ? 150 : 2500,
  }),
});
