import { sums } from '../rows/rpc.ts';
import type { Suite } from '../runner/figure.ts';
import { suiteOf } from '../runner/row.ts';

/** Calls of the GeeRPC adapter beside those of other RPC libraries, deadlines on. */
export const suite: Suite = suiteOf('geerpc', [sums(1), sums(64)]);
