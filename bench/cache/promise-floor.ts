import { once } from 'node:events';
import { connect } from 'node:net';
import { nextTick } from 'node:process';
import type { CacheContender } from './cache-contender.ts';
import { workers } from './workers.ts';

type Answer = (value: string | undefined) => void;

/** Places of the ring: a power of two, more than are ever in flight here. */
const PLACES = 1_024;

/** The least that a client of promises does: one promise a call, a ring, a parser for hits and STORED, one write a tick. No limits. */
export async function open(port: number): Promise<CacheContender> {
  const socket = connect(port, '127.0.0.1').setNoDelay(true);
  await once(socket, 'connect');
  const waiting = new Array<Answer | undefined>(PLACES).fill(undefined);
  let head = 0;
  let tail = 0;
  let out = '';
  let rest: Buffer | undefined;
  const flush = (): void => {
    socket.write(out, 'latin1');
    out = '';
  };
  const send = (text: string): Promise<string | undefined> => {
    if (out === '') nextTick(flush);
    out += text;
    return new Promise((resolve) => {
      waiting[tail++ & (PLACES - 1)] = resolve;
    });
  };
  const answer = (value: string | undefined): void => {
    const place = head++ & (PLACES - 1);
    const resolve = waiting[place] as Answer;
    waiting[place] = undefined;
    resolve(value);
  };
  socket.on('data', (chunk) => {
    const bytes = rest === undefined ? chunk : Buffer.concat([rest, chunk]);
    let at = 0;
    for (;;) {
      const end = bytes.indexOf(10, at);
      if (end < 0) break;
      // 'V': VALUE key flags size, the data, END. Else one line.
      if (bytes[at] !== 86) {
        answer(undefined);
        at = end + 1;
        continue;
      }
      let size = 0;
      for (let digit = bytes.lastIndexOf(32, end) + 1; digit < end - 1; digit++) size = size * 10 + bytes[digit]! - 48;
      if (bytes.length < end + 1 + size + 7) break;
      answer(bytes.toString('latin1', end + 1, end + 1 + size));
      at = end + 1 + size + 7;
    }
    rest = at === bytes.length ? undefined : bytes.subarray(at);
  });
  const close = async (): Promise<void> => {
    socket.destroy();
  };
  return workers(
    (key) => send(`get ${key}\r\n`),
    (key, value) => send(`set ${key} 0 0 ${value.length}\r\n${value}\r\n`),
    close,
  );
}
