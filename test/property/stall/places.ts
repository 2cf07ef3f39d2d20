import { timed } from 'timed-operation';
import type { StallClient } from './client.ts';

/** Where the event loop gets blocked: each calls `block` there, as soon as it can. */
export const places: Readonly<Record<string, (block: () => void, client: StallClient) => void>> = {
  'an I/O callback': (block, client) => client.fromData(block),
  'a microtask of an I/O callback': (block, client) => client.fromData(() => queueMicrotask(block)),
  setImmediate: (block) => setImmediate(block),
  'a timer callback': (block) => setTimeout(block, 1),
  'a microtask of a timer callback': (block) => setTimeout(() => queueMicrotask(block), 1),
  'the continuation of another timeout': (block) => {
    timed(() => new Promise(() => {}), 1).catch(block);
  },
};
