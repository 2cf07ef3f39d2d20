import { randomBytes } from 'node:crypto';
import { createServer as createHttpServer } from 'node:http';
import { type AddressInfo, createServer as createTcpServer, type Server } from 'node:net';
import { gzipSync } from 'node:zlib';

// Answers each request after the delay it names, and notes by the monotonic clock (one for all processes of a
// machine) when that reply had been written whole. GET /stamps?client=C hands out and forgets the notes for C.
const stamps = new Map<string, Record<string, string>>();

/** `id` is CLIENT-NUMBER. */
function stamp(id: string): void {
  const client = id.slice(0, id.indexOf('-'));
  const notes = stamps.get(client) ?? {};
  notes[id] = String(process.hrtime.bigint());
  stamps.set(client, notes);
}

const plain = Buffer.from(JSON.stringify({ text: 'x'.repeat(200) }));
// About 10 KB, a list as many an API answers with.
const list = Array.from({ length: 100 }, (_, id) => ({
  id,
  name: `item ${id}`,
  tag: randomBytes(16).toString('hex'),
}));
const gzip = gzipSync(JSON.stringify(list));

const tcp = createTcpServer((socket) => {
  let rest = '';
  socket.setNoDelay(true).setEncoding('utf8');
  socket.on('error', () => socket.destroy());
  socket.on('data', (text: string) => {
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      const [id = '', delay] = line.split(' ');
      setTimeout(() => socket.write(`${id}\n`, () => stamp(id)), Number(delay));
    }
  });
});

const http = createHttpServer((request, response) => {
  const url = new URL(request.url ?? '/', 'http://localhost');
  const query = url.searchParams;
  if (url.pathname === '/stamps') {
    const client = query.get('client') ?? '';
    response.end(JSON.stringify(stamps.get(client) ?? {}));
    stamps.delete(client);
    return;
  }
  setTimeout(
    () => {
      const body = url.pathname === '/gzip' ? gzip : plain;
      if (body === gzip) response.setHeader('content-encoding', 'gzip');
      response.setHeader('content-type', 'application/json');
      response.end(body, () => stamp(query.get('id') ?? ''));
    },
    Number(query.get('delay')),
  );
});

// No connection is closed for being idle: that would meet a request on its way now and then, which then fails.
http.keepAliveTimeout = 0;

const listen = (server: Server) =>
  new Promise<number>((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port));
  });
process.stdout.write(`${JSON.stringify({ tcp: await listen(tcp), http: await listen(http) })}\n`);
