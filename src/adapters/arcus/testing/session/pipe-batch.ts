const MOST_COMMANDS = 500;
/** Room for the status lines with their CRLFs. */
const ROOM = 40 * MOST_COMMANDS;
const SEVERE = /^(?:CLIENT_ERROR|SERVER_ERROR|ERROR)/;

const TRAILERS = {
  on: 'END',
  commands: 'PIPE_ERROR command overflow',
  memory: 'PIPE_ERROR memory overflow',
  error: 'PIPE_ERROR bad error',
} as const;

/**
 * The `pipe` state of one connection. A batch collects status lines until a command without `pipe` ends it. After an error it stays, to skip the rest of
 * the batch, until a command without `pipe` comes or anything else answers.
 */
export class PipeBatch {
  #state: 'off' | keyof typeof TRAILERS = 'off';
  #lines: string[] = [];
  #length = 0;

  get isOpen(): boolean {
    return this.#state === 'on';
  }

  /** A command with `pipe` begins a batch if there is none. */
  begin(): void {
    if (this.#state === 'off') this.#state = 'on';
  }

  /** True if the command is one that follows an error in its batch and has to be skipped. `more` says that it is not the last. */
  skips(more: boolean): boolean {
    if (this.#state === 'off' || this.#state === 'on') return false;
    if (!more) this.#clear();
    return true;
  }

  /** What goes out for a status line; undefined if nothing does (yet). `more` says that the command asked for no answer of its own. */
  answer(line: string, more: boolean): string | undefined {
    if (this.#state === 'on') {
      this.#collect(line, more);
      if (this.#state === 'on' && more) return undefined;
      return this.#finish(more);
    }
    // A command that nothing skipped answers behind an error: the batch is forgotten.
    if (this.#state !== 'off') this.#clear();
    return more ? undefined : `${line}\r\n`;
  }

  #collect(line: string, more: boolean): void {
    if (this.#length + line.length + 2 >= ROOM) {
      this.#state = 'memory';
      return;
    }
    this.#lines.push(line);
    this.#length += line.length + 2;
    if (SEVERE.test(line)) this.#state = 'error';
    else if (more && this.#lines.length >= MOST_COMMANDS) this.#state = 'commands';
  }

  #finish(more: boolean): string {
    const lines = [`RESPONSE ${this.#lines.length}`, ...this.#lines];
    if (this.#state !== 'off') lines.push(TRAILERS[this.#state]);
    if (this.#state === 'on' || !more) this.#clear();
    else this.#forgetLines();
    return `${lines.join('\r\n')}\r\n`;
  }

  #clear(): void {
    this.#state = 'off';
    this.#forgetLines();
  }

  #forgetLines(): void {
    this.#lines = [];
    this.#length = 0;
  }
}
