import { connect } from 'node:net';
import type { FlowPort } from './flow-port.ts';
import { flowSocket } from './flow-socket.ts';

/** Where to connect to: TCP, or a unix socket. */
export type ConnectTarget = { readonly host: string; readonly port: number } | { readonly path: string };

/** What is read at once, at most: bytes. */
const READ_BYTES = 64 * 1024;

/** Begins to connect. `onOpen` follows or `onClose`, never at once; `destroy` gives it up, also before it is connected. */
export function connectFlow(target: ConnectTarget): FlowPort {
  const callback = (bytes: number, buffer: Uint8Array): boolean => {
    port.onData(buffer.subarray(0, bytes));
    return true;
  };
  // Read past the stream into one buffer again and again: a stream's read, with a buffer of its own each time, costs as much as a call.
  const onread = { buffer: new Uint8Array(READ_BYTES), callback };
  const port = flowSocket(connect({ ...target, allowHalfOpen: true, onread }));
  return port;
}
