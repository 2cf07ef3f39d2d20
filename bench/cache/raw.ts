import { once } from 'node:events';
import { connect } from 'node:net';
import type { CacheContender, CacheWork } from './cache-contender.ts';

/** The least that a connection does: writes requests of which so many are in flight, and divides the bytes that come by those of a reply. */
export async function open(port: number): Promise<CacheContender> {
  const socket = connect(port, '127.0.0.1').setNoDelay(true);
  await once(socket, 'connect');
  return {
    run: (work) => run(work),
    close: async () => {
      socket.destroy();
    },
  };

  function run({ operation, keys, value, count, inFlight }: CacheWork): Promise<number> {
    const key = keys[0] as string;
    const request = operation === 'get' ? `get ${key}\r\n` : `set ${key} 0 0 ${value.length}\r\n${value}\r\n`;
    const reply = operation === 'get' ? `VALUE ${key} 0 ${value.length}\r\n${value}\r\nEND\r\n`.length : 8;
    const batch = Buffer.from(request.repeat(inFlight));
    let sent = 0;
    let received = 0;
    const write = (answered: number): void => {
      const more = Math.min(count, answered + inFlight) - sent;
      if (more > 0) socket.write(batch.subarray(0, more * request.length));
      sent += Math.max(0, more);
    };
    return new Promise((resolve) => {
      const read = (chunk: Buffer): void => {
        received += chunk.length;
        const answered = Math.floor(received / reply);
        if (answered < count) write(answered);
        else {
          socket.off('data', read);
          resolve(0);
        }
      };
      socket.on('data', read);
      write(0);
    });
  }
}
