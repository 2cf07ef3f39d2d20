import { armByDeadline, deadlineAfter, expired, newNode } from '../ours.ts';
import { answer, input } from './input.ts';
import { watchLoop } from './loop-watch.ts';

const { impl, count } = input<{ impl: 'ours' | 'node'; count: number }>();
const limit = 50;
const loop = await watchLoop();
let fired = 0;

/** Arms all in one turn that lasts until they are due. */
function armAll(): void {
  if (impl === 'node') {
    for (let i = 0; i < count; i++) setTimeout(() => (fired += 1), limit);
  } else {
    const nodes = Array.from({ length: count }, newNode);
    const deadline = deadlineAfter(limit);
    for (const node of nodes) armByDeadline(node, deadline);
  }
  const due = performance.now() + limit + 2;
  while (performance.now() < due);
}

armAll();
loop.start();
const done = impl === 'node' ? () => fired : expired;
while (done() < count) await new Promise((resolve) => setImmediate(resolve));
await answer(await loop.stop());
process.exit(0);
