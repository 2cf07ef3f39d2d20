import { clearLine, cursorTo } from 'node:readline';
import { styleText } from 'node:util';
import type { Progress } from './figure.ts';

const width = 24;

export interface ProgressBar {
  readonly update: Progress;
  /** Takes the bar off the screen. */
  clear(): void;
}

/** A bar on `stream` redrawn in place; where that is no terminal, one plain line each tenth of the way. */
export function progressBar(name: string, stream: NodeJS.WriteStream = process.stderr): ProgressBar {
  let lastTenth = -1;
  const clear = () => {
    if (!stream.isTTY) return;
    cursorTo(stream, 0);
    clearLine(stream, 0);
  };
  const update: Progress = (done, total, label = '') => {
    const share = total > 0 ? Math.min(1, done / total) : 1;
    const percent = `${String(Math.floor(share * 100)).padStart(3)} %`;
    if (stream.isTTY) {
      const filled = Math.round(share * width);
      const bar = styleText('green', '━'.repeat(filled), { stream }) + '─'.repeat(width - filled);
      clear();
      stream.write(`${name} ${bar} ${percent} ${label}`.slice(0, (stream.columns || 80) + 9));
      return;
    }
    const tenth = Math.floor(share * 10);
    if (tenth === lastTenth) return;
    lastTenth = tenth;
    stream.write(`${name} ${percent} ${label}`.trimEnd().concat('\n'));
  };
  return { update, clear };
}
