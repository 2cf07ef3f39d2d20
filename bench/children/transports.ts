import { Agent, get } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';

/** Sends one request and fulfils once the whole response is there. */
export type Send = (id: string, delay: number) => Promise<unknown>;

export interface Ports {
  readonly tcp: number;
  readonly http: number;
}

/** A connection of its own; responses are told apart by their id, so a late one is harmless. */
async function tcp({ tcp: port }: Ports): Promise<Send> {
  const socket = connect(port, '127.0.0.1');
  await new Promise<void>((resolve, reject) => socket.once('connect', resolve).once('error', reject));
  const waiting = new Map<string, (value: unknown) => void>();
  let rest = '';
  socket.setNoDelay(true).setEncoding('utf8');
  socket.on('data', (chunk: string) => {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop() ?? '';
    for (const id of lines) {
      waiting.get(id)?.(id);
      waiting.delete(id);
    }
  });
  return (id, delay) =>
    new Promise((resolve) => {
      waiting.set(id, resolve);
      socket.write(`${id} ${delay}\n`);
    });
}

const agent = new Agent({ keepAlive: true });

const http = async ({ http: port }: Ports): Promise<Send> => {
  return (id, delay) =>
    new Promise((resolve, reject) => {
      const path = `/?id=${id}&delay=${delay}`;
      get({ host: '127.0.0.1', port, path, agent }, (response) => resolve(text(response))).on('error', reject);
    });
};

const fetchFrom =
  (path: string) =>
  async ({ http: port }: Ports): Promise<Send> =>
  async (id, delay) => {
    const response = await fetch(`http://127.0.0.1:${port}${path}?id=${id}&delay=${delay}`);
    return response.text();
  };

export const transports = { tcp, http, fetch: fetchFrom('/'), 'fetch-gzip': fetchFrom('/gzip') };
export type Transport = keyof typeof transports;
