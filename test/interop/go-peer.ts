import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { buildGo, type GoProgram } from './build-go.ts';

/** What the Go program answers. */
export interface Answer {
  hex?: string;
  error?: string;
  skipped?: number;
  encodeNs?: number;
  decodeNs?: number;
}

/** Our Go program, built offline and run for as long as it is needed. Requests are answered in order. */
export class GoPeer {
  readonly #program: GoProgram;
  readonly #process: ChildProcessByStdio<Writable, Readable, null>;
  readonly #waiting: ((answer: Answer) => void)[] = [];

  constructor() {
    this.#program = buildGo('.');
    this.#process = spawn(this.#program.binary, { stdio: ['pipe', 'pipe', 'inherit'] });
    const lines = createInterface({ input: this.#process.stdout });
    lines.on('line', (line) => this.#waiting.shift()?.(JSON.parse(line) as Answer));
    lines.on('close', () => {
      for (const answer of this.#waiting.splice(0)) answer({ error: 'the Go program has ended' });
    });
  }

  ask(request: unknown): Promise<Answer> {
    return new Promise((resolve) => {
      this.#waiting.push(resolve);
      this.#process.stdin.write(`${JSON.stringify(request)}\n`);
    });
  }

  close(): void {
    this.#process.stdin.end();
    this.#program.remove();
  }
}
