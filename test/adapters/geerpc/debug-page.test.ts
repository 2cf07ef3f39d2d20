import { connect } from 'node:net';
import { createServer, dial } from 'timed-operation/geerpc';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { LatencyHistogram } from '../../../src/adapters/geerpc/latency-histogram.ts';
import { defaultRuntime } from '../../../src/core/runtime.ts';
import { Err, Foo, serveAll } from './support/services.ts';

const server = createServer();
let address = '';

beforeAll(async () => {
  serveAll(server, defaultRuntime);
  ({ address } = await server.listen('tcp@127.0.0.1:0'));
  await using client = await dial(address, { services: [Foo, Err], handleTimeout: 20 });
  for (let i = 0; i < 10; i++) await client.call('Foo.Sum', { Num1: i, Num2: i });
  await client.call('Err.Fail', 'x').catch(() => undefined);
  await client.call('Foo.Sleep', 1_000).catch(() => undefined);
});

afterAll(() => server.close());

const page = (path: string, method = 'GET') => fetch(address.replace('tcp@', 'http://') + path, { method });

it('shows each method with its calls, errors, timeouts and latencies', async () => {
  const response = await page('/debug/geerpc');
  const text = await response.text();
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
  expect(text).toContain('<h2>Service Foo</h2>');
  expect(text).toMatch(
    /<td>Sum\(svc\.Args, int\) error<\/td><td>10<\/td><td>0<\/td><td>0<\/td><td>0<\/td>(<td>[\d.e+-]+<\/td>){3}/,
  );
  expect(text).toMatch(/<td>Sleep\(int, int\) error<\/td><td>1<\/td><td>1<\/td><td>1<\/td><td>0<\/td>/);
  expect(text).toMatch(/<td>Fail\(string, int\) error<\/td><td>1<\/td><td>1<\/td><td>0<\/td>/);
  expect(text).toMatch(/<td>BadReply\(.*\) error<\/td><td>0<\/td>.*<td>-<\/td>/);
});

it('other paths are not found, and only CONNECT opens the way to calls', async () => {
  expect((await page('/')).status).toBe(404);
  const response = await page('/_geeprc_', 'POST');
  expect([response.status, await response.text()]).toEqual([405, '405 must CONNECT\n']);
});

it('the answer comes to a request with bare line feeds, too, and the connection is closed behind it', async () => {
  const socket = connect(Number(address.split(':').at(-1)), '127.0.0.1');
  socket.write('GET /debug/geerpc HTTP/1.0\n\n');
  let text = '';
  for await (const chunk of socket.setEncoding('utf8')) text += chunk;
  expect(text).toMatch(/^HTTP\/1\.1 200 OK\r\n[\s\S]*<\/html>\n$/);
});

it('a percentile is at most a fifth too high, and never too low', () => {
  const histogram = new LatencyHistogram();
  expect(histogram.percentile(0.5)).toBeUndefined();
  for (let ms = 1; ms <= 1_000; ms++) histogram.add(ms);
  for (const share of [0.01, 0.5, 0.9, 0.99, 1]) {
    const shown = histogram.percentile(share) as number;
    expect(shown).toBeGreaterThanOrEqual(share * 1_000);
    expect(shown).toBeLessThanOrEqual(share * 1_000 * 1.2);
  }
  histogram.add(0);
  histogram.add(1e15);
  expect(histogram.percentile(0)).toBeLessThan(0.001);
});
