import { connect } from 'node:net';

/** Sends all of `request` on a connection of its own, ends it, and answers everything that comes back until the server ends it too. */
export function askServer(port: number, host: string, request: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, host);
    const chunks: Buffer[] = [];
    socket.on('data', (chunk: Buffer) => chunks.push(chunk));
    socket.on('error', reject);
    socket.on('close', () => resolve(Buffer.concat(chunks).toString('latin1')));
    socket.end(Buffer.from(request, 'latin1'));
  });
}
