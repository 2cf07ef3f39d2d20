import { Socket } from 'node:net';
import type { FlowPort } from './flow-port.ts';
import { flowSocket } from './flow-socket.ts';

/** Where to connect to: TCP, or a unix socket. */
export type ConnectTarget = { readonly host: string; readonly port: number } | { readonly path: string };

/** Begins to connect. `onOpen` follows or `onClose`, never at once; `destroy` gives it up, also before it is connected. */
export function connectFlow(target: ConnectTarget): FlowPort {
  const socket = new Socket({ allowHalfOpen: true });
  const port = flowSocket(socket);
  socket.connect({ ...target });
  return port;
}
