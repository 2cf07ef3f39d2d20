import { latin1 } from '../latin1.ts';
import { BlockBuffer } from './block-buffer.ts';

const LF = 10;
const CR = 13;
const BLANK = 32;
const LONGEST = 24 * 1024;
const LONGEST_GET = 2 * 1024 * 1024;
const MOST_BLANKS = 100;
const BLANKS_COUNT_FROM = 1024;

/** Collects one request line. */
export class LineBuffer {
  #line = new BlockBuffer(LONGEST_GET + 1);

  /**
   * Takes bytes up to the line's end from `bytes` at `from`. Answers how many, and the line without its end if that came.
   * `overlong`: the line is longer than the server reads: 24 KiB, for `get` and `gets` 2 MiB (where the real server has no limit), or 1 KiB with more
   * than 100 blanks in front.
   */
  take(bytes: Uint8Array, from: number): { readonly used: number; readonly line?: string; readonly overlong?: true } {
    const end = bytes.indexOf(LF, from);
    const piece = bytes.subarray(from, end < 0 ? bytes.length : end);
    if (this.#line.length + piece.length > LONGEST_GET) return { used: piece.length, overlong: true };
    this.#line.append(piece);
    const line = this.#line.bytes();
    if (line.length > BLANKS_COUNT_FROM && isOverlong(line)) return { used: piece.length, overlong: true };
    if (end < 0) return { used: piece.length };
    this.#line = new BlockBuffer(LONGEST_GET + 1);
    // A line of a carriage return alone keeps it: so the server reads it as a command of that name.
    const length = line.length > 1 && line.at(-1) === CR ? line.length - 1 : line.length;
    return { used: piece.length + 1, line: latin1.decode(line.subarray(0, length)) };
  }
}

function isOverlong(line: Uint8Array): boolean {
  let blanks = 0;
  while (blanks < line.length && line[blanks] === BLANK) blanks++;
  if (blanks > MOST_BLANKS) return true;
  const word = latin1.decode(line.subarray(blanks, blanks + 5));
  return line.length > LONGEST && !word.startsWith('get ') && word !== 'gets ';
}
