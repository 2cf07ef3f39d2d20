import { type AddressInfo, connect } from 'node:net';
import { createServer } from 'node:tls';
import { createArcusClient } from 'timed-operation/arcus';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { realServer } from './support/real-server.ts';
import { selfSigned } from './support/self-signed.ts';
import { silentListener } from './support/silent-listener.ts';

const { key, cert } = selfSigned;
const stops: (() => unknown)[] = [];
let port: number;

/** TLS before a server without: what stunnel does. */
beforeEach(async () => {
  const server = await realServer();
  const tunnel = createServer({ key, cert }, (socket) => {
    const inner = connect(server.port, '127.0.0.1');
    socket.on('error', () => inner.destroy()).pipe(inner);
    inner.on('error', () => socket.destroy()).pipe(socket);
  });
  await new Promise<void>((resolve) => tunnel.listen(0, '127.0.0.1', resolve));
  port = (tunnel.address() as AddressInfo).port;
  stops.push(
    () => server.close(),
    () => tunnel.close(),
  );
});
afterEach(async () => {
  for (const stop of stops.splice(0).reverse()) await stop();
});

test('a client over TLS stores and finds, with the options of tls.connect', async () => {
  await using client = createArcusClient({
    address: `127.0.0.1:${port}`,
    operationTimeout: 5_000,
    tls: { ca: cert, servername: 'cache.test' },
  });
  expect(await client.kv.set('a', 'x'.repeat(100_000))).toBe(true);
  expect(await client.kv.get('a')).toBe('x'.repeat(100_000));
});

test('a server named by its IP address is sent no name, which Node would warn of', async () => {
  const warnings: string[] = [];
  const warn = (warning: Error) => warnings.push(warning.message);
  process.on('warning', warn);
  stops.push(() => process.off('warning', warn));
  await using client = createArcusClient({
    address: `127.0.0.1:${port}`,
    operationTimeout: 5_000,
    tls: { ca: cert, checkServerIdentity: () => undefined },
  });
  expect(await client.kv.get('a')).toBeUndefined();
  await new Promise(setImmediate);
  expect(warnings).toEqual([]);
});

test('a certificate that nobody vouches for is no node, and the cause says so', async () => {
  await using client = createArcusClient({ address: `127.0.0.1:${port}`, tls: { servername: 'cache.test' } });
  const error = await client.kv.get('a', { timeout: 5_000 }).catch((reason: unknown) => reason);
  const causes: string[] = [];
  for (let each = error as Error | undefined; each; each = each.cause as Error | undefined) {
    causes.push((each as { code?: string }).code ?? each.message);
  }
  expect(causes).toContain('DEPTH_ZERO_SELF_SIGNED_CERT');
});

test('a listener that never shakes hands is under the connect limit', async () => {
  const silent = await silentListener();
  stops.push(() => silent.stop());
  await using client = createArcusClient({
    address: silent.address,
    tls: { ca: cert },
    connectTimeout: 50,
    reconnectDelay: 10,
  });
  await expect(client.kv.get('a', { timeout: 5_000 })).rejects.toMatchObject({
    code: 'ERR_ARCUS_NODE_DOWN',
    cause: { code: 'ERR_ARCUS_CONNECTION' },
  });
});
