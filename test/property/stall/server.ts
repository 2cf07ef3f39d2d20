// A server in a process of its own, which replies while its client's loop is blocked, and can stop and continue that client.
import { createServer as createHttpServer } from 'node:http';
import { type AddressInfo, createServer } from 'node:net';
import { gzipSync } from 'node:zlib';
import { monotonic } from './monotonic.ts';

/** What a client asks for: a reply after `delayMs`, or none when that is negative; `freezeUntil`: stopped meanwhile. */
export interface Request {
  readonly id: number;
  readonly delayMs: number;
  /** Monotonic ms. */
  readonly freezeUntil?: number;
}

/** When each reply was in the kernel: monotonic ms by id. */
export type Written = Record<number, number>;

const written: Written = {};
const body = gzipSync(Array.from({ length: 6000 }, (_, index) => `${index * 7919},`).join(''));

const tcp = createServer((socket) => {
  socket.setNoDelay(true);
  socket.on('error', () => {});
  let rest = '';
  socket.on('data', (bytes) => {
    const lines = (rest + bytes).split('\n');
    rest = lines.pop() as string;
    for (const line of lines) {
      const request = JSON.parse(line) as Request;
      if (request.freezeUntil !== undefined) freeze(request.freezeUntil);
      answer(request, () => socket.write(`${request.id}\n`));
    }
  });
});

const http = createHttpServer((request, response) => {
  const { searchParams } = new URL(`http://loopback${request.url}`);
  answer({ id: Number(searchParams.get('id')), delayMs: Number(searchParams.get('delayMs')) }, () => {
    response.setHeader('content-encoding', 'gzip');
    response.end(body);
  });
});

function answer({ id, delayMs }: Request, write: () => void): void {
  if (delayMs < 0) return;
  const reply = () => {
    write();
    written[id] = monotonic();
  };
  if (delayMs === 0) reply();
  else setTimeout(reply, delayMs);
}

function freeze(until: number): void {
  process.kill(process.ppid, 'SIGSTOP');
  setTimeout(() => process.kill(process.ppid, 'SIGCONT'), until - monotonic() + 1);
}

process.on('message', () => process.send?.({ written }));
process.on('disconnect', () => process.exit());
tcp.listen(0, '127.0.0.1', () => {
  http.listen(0, '127.0.0.1', () => {
    process.send?.({ tcp: (tcp.address() as AddressInfo).port, http: (http.address() as AddressInfo).port });
  });
});
