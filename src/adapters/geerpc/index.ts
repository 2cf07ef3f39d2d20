export type { CallOptions, NamedCallOptions } from './call-options.ts';
export type { ClientStats } from './client.ts';
export { RpcClient } from './client.ts';
export type { ClientEvents } from './client-events.ts';
export type { DialOptions } from './client-options.ts';
export type { CodecName } from './codec-name.ts';
export {
  type BoundService,
  type Implementation,
  type Method,
  type Methods,
  method,
  type Service,
  service,
} from './contract.ts';
export { dial } from './dial.ts';
export { RpcError, type RpcErrorCode } from './rpc-error.ts';
export { createServer, RpcServer, type ServerStats } from './server.ts';
export type { ServerOptions } from './server-options.ts';
export type { ServerEvents } from './server-state.ts';
