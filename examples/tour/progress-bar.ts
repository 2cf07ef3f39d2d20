import { clearLine, cursorTo } from 'node:readline';
import { paint } from './paint.ts';

const WIDTH = 30;

/** A bar that fills; on anything but a terminal, a line for every stage that is done. */
export class ProgressBar {
  readonly #total: number;
  readonly #out: NodeJS.WriteStream = process.stdout;
  #done = 0;
  #drawn = -1;

  constructor(total: number) {
    this.#total = total;
  }

  step(label: string): void {
    this.#done++;
    const filled = Math.floor((this.#done / this.#total) * WIDTH);
    const percent = Math.floor((this.#done / this.#total) * 100);
    if (!this.#out.isTTY || percent === this.#drawn) return;
    this.#drawn = percent;
    cursorTo(this.#out, 0);
    this.#out.write(`  ${paint('cyan', '█'.repeat(filled))}${paint('dim', '░'.repeat(WIDTH - filled))} `);
    this.#out.write(
      `${this.#done.toLocaleString('en')} of ${this.#total.toLocaleString('en')}  ${paint('dim', `the server ${label}`)}`,
    );
    clearLine(this.#out, 1);
  }

  /** A stage is over: a line of its own where there is no bar. */
  stage(label: string): void {
    if (!this.#out.isTTY) console.log(`  ${String(this.#done).padStart(5)} of ${this.#total}: the server ${label}`);
  }

  clear(): void {
    if (!this.#out.isTTY) return;
    cursorTo(this.#out, 0);
    clearLine(this.#out, 0);
  }
}
