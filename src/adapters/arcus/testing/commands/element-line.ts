import { formatBkey } from '../store/bkey.ts';
import type { BtreeElement } from '../store/btree-item.ts';

/** What stands before a b+tree element's data: `<bkey> [<eflag>] <bytes> ` with its blank. */
export function elementLine({ bkey, eflag, data }: BtreeElement): string {
  return `${formatBkey(bkey)}${eflag === '' ? '' : ` 0x${eflag}`} ${data.length} `;
}
