import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import type { Request, Written } from './server.ts';

/** The subject's end of the replying server: one socket for the operations, one whose replies only set off a stall. */
export class StallClient {
  readonly origin: string;
  readonly #server: ChildProcess;
  readonly #operations: Socket;
  readonly #trigger: Socket;
  readonly #waiting: Map<number, () => void> = new Map();
  #onTrigger: () => void = () => {};

  private constructor(server: ChildProcess, operations: Socket, trigger: Socket, origin: string) {
    this.#server = server;
    this.#operations = operations;
    this.#trigger = trigger;
    this.origin = origin;
    let rest = '';
    operations.on('data', (bytes) => {
      const lines = (rest + bytes).split('\n');
      rest = lines.pop() as string;
      for (const line of lines) {
        this.#waiting.get(Number(line))?.();
        this.#waiting.delete(Number(line));
      }
    });
    trigger.on('data', () => this.#onTrigger());
  }

  static async start(): Promise<StallClient> {
    const server = fork(new URL('./server.ts', import.meta.url));
    const [ports] = (await once(server, 'message')) as [{ tcp: number; http: number }];
    const sockets = [connect(ports.tcp, '127.0.0.1'), connect(ports.tcp, '127.0.0.1')] as const;
    for (const socket of sockets) {
      socket.setNoDelay(true);
      await once(socket, 'connect');
    }
    return new StallClient(server, ...sockets, `http://127.0.0.1:${ports.http}`);
  }

  /** Sends a request now; `onReply` is called from the socket's data callback. */
  send(request: Request, onReply: () => void): void {
    this.#waiting.set(request.id, onReply);
    this.#operations.write(`${JSON.stringify(request)}\n`);
  }

  /** Calls `task` from the data callback of another socket, at the next opportunity. */
  fromData(task: () => void): void {
    this.#onTrigger = task;
    this.#trigger.write(`${JSON.stringify({ id: -1, delayMs: 0 } satisfies Request)}\n`);
  }

  /** When each reply so far was in the kernel, by the server's clock. */
  async written(): Promise<Written> {
    this.#server.send('report');
    const [{ written }] = (await once(this.#server, 'message')) as [{ written: Written }];
    return written;
  }

  stop(): void {
    this.#operations.destroy();
    this.#trigger.destroy();
    this.#server.disconnect();
  }
}
