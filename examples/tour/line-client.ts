import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** A client for lines over one TCP socket: a request is `ID DELAY`, its reply `ID TEXT`. */
export class LineClient {
  readonly #socket: Socket;
  readonly #inFlight: Map<number, (text: string) => void> = new Map();
  #rest = '';

  private constructor(socket: Socket) {
    this.#socket = socket;
    socket.setNoDelay(true);
    socket.on('data', (bytes) => this.#read(bytes));
  }

  static async open(port: number): Promise<LineClient> {
    const socket = connect(port, '127.0.0.1');
    await once(socket, 'connect');
    return new LineClient(socket);
  }

  /** Sends a request; `onReply` is called from the socket's data callback. */
  send(id: number, delayMs: number, onReply: (text: string) => void): void {
    this.#inFlight.set(id, onReply);
    this.#socket.write(`${id} ${delayMs}\n`);
  }

  /** The same as a promise; an abort takes the request out of what is in flight. */
  request(id: number, delayMs: number, signal?: AbortSignal): Promise<string> {
    return new Promise((resolve, reject) => {
      this.send(id, delayMs, resolve);
      signal?.addEventListener('abort', () => {
        this.#inFlight.delete(id);
        reject(signal.reason);
      });
    });
  }

  close(): void {
    this.#socket.destroy();
  }

  #read(bytes: Buffer): void {
    const replies = (this.#rest + bytes).split('\n');
    this.#rest = replies.pop() ?? '';
    for (const reply of replies) {
      const space = reply.indexOf(' ');
      const id = Number(reply.slice(0, space));
      const onReply = this.#inFlight.get(id);
      this.#inFlight.delete(id);
      onReply?.(reply.slice(space + 1));
    }
  }
}
