import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** A cache server of this machine, on a free port of 127.0.0.1. */
export interface ServerProcess {
  readonly port: number;
  stop(): void;
}

/** Starts memcached with one thread, or Redis without persistence; `undefined` where it is not installed. */
export async function startServer(kind: 'memcached' | 'redis'): Promise<ServerProcess | undefined> {
  const port = await freePort();
  const user = process.getuid?.() === 0 ? ['-u', 'nobody'] : [];
  const child =
    kind === 'memcached'
      ? spawn('memcached', ['-l', '127.0.0.1', '-p', String(port), '-U', '0', '-t', '1', ...user], { stdio: 'ignore' })
      : spawn('redis-server', ['--bind', '127.0.0.1', '--port', String(port), '--save', '', '--appendonly', 'no'], {
          stdio: 'ignore',
          cwd: '/',
        });
  const missing = once(child, 'error').then(() => true);
  if (await Promise.race([missing, listening(port, child)])) return undefined;
  return { port, stop: () => child.kill('SIGTERM') };
}

async function listening(port: number, child: ChildProcess): Promise<false> {
  for (let look = 0; look < 200 && child.exitCode === null; look++) {
    const socket = connect(port, '127.0.0.1');
    const open = await Promise.race([
      once(socket, 'connect').then(() => true),
      once(socket, 'close').then(() => false),
    ]).catch(() => false);
    socket.destroy();
    if (open) return false;
    await sleep(25);
  }
  throw new Error(`expected a server to listen on port ${port}`);
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
