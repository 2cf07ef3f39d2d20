import { type ChildProcessByStdio, execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';

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
  readonly #folder: string;
  readonly #process: ChildProcessByStdio<Writable, Readable, null>;
  readonly #waiting: ((answer: Answer) => void)[] = [];

  constructor() {
    this.#folder = mkdtempSync(join(tmpdir(), 'gob-interop-'));
    const binary = join(this.#folder, 'interop');
    execFileSync('go', ['build', '-o', binary, '.'], {
      cwd: fileURLToPath(new URL('./go/', import.meta.url)),
      env: {
        ...process.env,
        GOFLAGS: '-mod=mod',
        GOPROXY: 'off',
        GOSUMDB: 'off',
        GOTOOLCHAIN: 'local',
        GOCACHE: join(this.#folder, 'cache'),
      },
    });
    this.#process = spawn(binary, { stdio: ['pipe', 'pipe', 'inherit'] });
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
    rmSync(this.#folder, { recursive: true, force: true });
  }
}
