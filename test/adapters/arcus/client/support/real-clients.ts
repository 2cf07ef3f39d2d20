import { type ArcusClient, type ArcusClientOptions, createArcusClient } from 'timed-operation/arcus';
import type { ArcusServer } from 'timed-operation/arcus/testing';
import { afterEach } from 'vitest';
import { realServer } from './real-server.ts';

type Options = Partial<ArcusClientOptions>;

/** Clients and servers on real sockets, closed at the end of each test, the last first; whatever else is put among them, too. */
export function realClients(): {
  readonly open: { close(): Promise<unknown> }[];
  serverAndClient(options?: Options): Promise<{ server: ArcusServer; client: ArcusClient }>;
  clientOf(address: string, options?: Options): ArcusClient;
} {
  const open: { close(): Promise<unknown> }[] = [];
  afterEach(async () => {
    for (const each of open.splice(0).reverse()) await each.close();
  });
  const clientOf = (address: string, options: Options = {}) => {
    const client = createArcusClient({ address, operationTimeout: 5_000, ...options });
    open.push({ close: () => client.close({ drain: 0 }) });
    return client;
  };
  return {
    open,
    clientOf,
    async serverAndClient(options) {
      const server = await realServer();
      open.push(server);
      return { server, client: clientOf(server.address, options) };
    },
  };
}
