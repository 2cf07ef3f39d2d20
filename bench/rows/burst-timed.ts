import { unendingPeers } from '../peers/names.ts';
import type { Row } from '../runner/row.ts';
import { againstPeers } from './against-peers.ts';

/** The others are too slow for a quick run of 100,000. */
const quickest = ['ours', 'race'];
const roundCount = { closest: 5, others: 1 };

/** µs of CPU for a call that expires and is awaited by an async caller, 100,000 due at once, making them apart. */
export const burstCpu: Row = againstPeers({
  child: 'burst-timed',
  figures: [{ name: 'burst-cpu', unit: 'µs', pick: ({ cpu = Number.NaN }) => ({ impl: cpu }) }],
  roundCount,
  // A full run says that they did not finish.
  leftOut: (impl, quick) => quick && unendingPeers.includes(impl),
  input: (quick, impl) => ({ count: quick && !quickest.includes(impl) ? 5000 : 100_000, watch: false }),
});

/** The longest gap between two I/O callbacks meanwhile; always of 100,000, since it grows with their number. */
export const burstBlock: Row = againstPeers({
  child: 'burst-timed',
  figures: [
    { name: 'burst-block-ms/timed', unit: 'ms', pick: ({ longest = Number.NaN }) => ({ impl: longest }) },
    { name: 'burst-block-cpu-ms/timed', unit: 'ms', pick: ({ longestCpu = Number.NaN }) => ({ impl: longestCpu }) },
  ],
  roundCount,
  leftOut: (impl, quick) => unendingPeers.includes(impl) || (quick && !quickest.includes(impl)),
  input: () => ({ count: 100_000, watch: true }),
});
