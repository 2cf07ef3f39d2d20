import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import type { Written } from './server.ts';

const program = new URL(import.meta.url.endsWith('.ts') ? './server.ts' : './server.js', import.meta.url);

/** The server's process, seen from here. */
export class ServerProcess {
  readonly origin: string;
  readonly linesPort: number;
  readonly #child: ChildProcess;

  private constructor(child: ChildProcess, ports: { http: number; lines: number }) {
    this.#child = child;
    this.origin = `http://127.0.0.1:${ports.http}`;
    this.linesPort = ports.lines;
  }

  static async start(): Promise<ServerProcess> {
    const child = fork(program);
    const [ports] = (await once(child, 'message')) as [{ http: number; lines: number }];
    return new ServerProcess(child, ports);
  }

  /** When each reply so far was in the kernel's hands. */
  async written(): Promise<Written> {
    this.#child.send('report');
    const [{ written }] = (await once(this.#child, 'message')) as [{ written: Written }];
    return written;
  }

  stop(): void {
    this.#child.disconnect();
  }
}
