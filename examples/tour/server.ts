// The other side: a process of its own, so that our event loop can be stalled without stalling it. HTTP, and lines over TCP.
import { createServer as createHttpServer } from 'node:http';
import { type AddressInfo, createServer } from 'node:net';
import { monotonic } from './monotonic.ts';

/** When each reply was in the kernel's hands, by the id of its request: monotonic ms. */
export type Written = Record<number, number>;

const written: Written = {};
const user = JSON.stringify({ name: 'Ada', tags: Array.from({ length: 200 }, (_, index) => `tag-${index}`) });

/** Replies after `delayMs`; never, if that is negative. */
function reply(id: number, delayMs: number, write: () => void): void {
  if (delayMs < 0) return;
  const now = () => {
    write();
    written[id] = monotonic();
  };
  if (delayMs === 0) now();
  else setTimeout(now, delayMs);
}

const http = createHttpServer((request, response) => {
  const { pathname, searchParams } = new URL(`http://loopback${request.url}`);
  if (pathname === '/half') {
    response.writeHead(200, { 'content-length': user.length });
    response.write(user.slice(0, user.length / 2));
    return;
  }
  reply(Number(searchParams.get('id')), Number(searchParams.get('delayMs')), () => {
    if (!response.destroyed) response.end(user);
  });
});

const lines = createServer((socket) => {
  socket.setNoDelay(true);
  socket.on('error', () => {});
  let rest = '';
  socket.on('data', (bytes) => {
    const requests = (rest + bytes).split('\n');
    rest = requests.pop() ?? '';
    for (const request of requests) {
      const [id, delayMs] = request.split(' ').map(Number) as [number, number];
      reply(id, delayMs, () => socket.write(`${id} hello\n`));
    }
  });
});

process.on('message', () => process.send?.({ written }));
process.on('disconnect', () => process.exit());
lines.listen(0, '127.0.0.1', () => {
  http.listen(0, '127.0.0.1', () => {
    process.send?.({ lines: (lines.address() as AddressInfo).port, http: (http.address() as AddressInfo).port });
  });
});
