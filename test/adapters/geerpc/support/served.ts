import {
  createServer,
  type DialOptions,
  dial,
  type RpcClient,
  type RpcServer,
  type ServerOptions,
} from 'timed-operation/geerpc';
import { ManualRuntime } from 'timed-operation/testing';
import { type MemoryPort, memoryPair, opens } from './memory-port.ts';
import { Big, Echo, Err, Foo, serveAll } from './services.ts';

/** A client and a server in one process, over memory, on one manual clock. */
export interface Served {
  readonly runtime: ManualRuntime;
  readonly server: RpcServer;
  readonly client: RpcClient;
  /** The two ends of the connection. */
  readonly ends: { readonly client: MemoryPort; readonly server: MemoryPort };
}

export async function serve(
  dialOptions: DialOptions = {},
  serverOptions: ServerOptions = {},
  register: (server: RpcServer, runtime: ManualRuntime) => void = serveAll,
): Promise<Served> {
  const runtime = new ManualRuntime();
  const server = createServer({ ...serverOptions, runtime });
  register(server, runtime);
  const ends = memoryPair();
  server.accept(ends.server);
  const services = [Foo, Echo, Err, Big];
  const dialled = dial('tcp@127.0.0.1:1', { services, ...dialOptions, runtime, connect: opens(ends.client) });
  return { runtime, server, client: await runtime.run(dialled), ends };
}

/** What a promise comes to, written down as it does: `undefined` while it is pending. */
export function outcomeOf(promise: Promise<unknown>): { value?: unknown; error?: Error & { code?: string } } {
  const outcome: { value?: unknown; error?: Error } = {};
  promise.then(
    (value) => {
      outcome.value = value;
    },
    (error: Error) => {
      outcome.error = error;
    },
  );
  return outcome;
}
