import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { askServer } from './ask-server.ts';

/** A memcached of this machine on a free loopback port. */
export interface MemcachedProcess {
  readonly port: number;
  stop(): Promise<void>;
}

export async function startMemcached(): Promise<MemcachedProcess> {
  const port = await freePort();
  const user = process.getuid?.() === 0 ? ['-u', 'nobody'] : [];
  const child = spawn('memcached', ['-l', '127.0.0.1', '-p', String(port), '-U', '0', '-m', '64', ...user], {
    stdio: 'ignore',
  });
  const exited = once(child, 'exit').catch((error: unknown) => {
    throw new Error('memcached could not be started: is it installed?', { cause: error });
  });
  await Promise.race([exited, untilReady(port, child)]);
  const stop = async (): Promise<void> => {
    child.kill('SIGTERM');
    await exited;
  };
  return { port, stop };
}

async function untilReady(port: number, child: ChildProcess): Promise<void> {
  for (let attempt = 0; attempt < 200 && child.exitCode === null; attempt++) {
    const answer = await askServer(port, '127.0.0.1', 'version\r\n').catch(() => '');
    if (answer.startsWith('VERSION')) return;
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  throw new Error(`memcached did not answer on port ${port}`);
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
