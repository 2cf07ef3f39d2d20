import type { Emitter } from './emitter.ts';
import type { ServiceRegistry } from './registry.ts';
import type { RpcError } from './rpc-error.ts';
import type { ServerConnection } from './server-connection.ts';
import type { ServerSettings } from './server-options.ts';

/** What a server tells whoever listens. */
export interface ServerEvents {
  /** A connection was given up, for that. */
  disconnect: { readonly client: string; readonly error: RpcError };
  /** A listener could not accept a connection; it listens on. */
  acceptError: { readonly error: Error };
  /** A connection came while there were `maxConnections`, and was closed. */
  refused: { readonly client: string };
  /** A handler ended after its request had been answered or its client had gone; what it came to was dropped. */
  late: { readonly method: string };
}

/** What the connections of one server share. */
export interface ServerState {
  readonly settings: ServerSettings;
  readonly registry: ServiceRegistry;
  readonly events: Emitter<ServerEvents>;
  readonly connections: Set<ServerConnection>;
  /** Called when a connection is gone. */
  onDisconnect: () => void;
  /** No request is taken any more. */
  draining: boolean;
  /** Handlers that run although their request is decided. */
  abandoned: number;
  /** Those of them that have ended. */
  late: number;
}
