/** The `pipe` rules of one connection: status lines gather until a request without `pipe`, an error ends the batch and skips its rest. */
export class ModelPipe {
  #lines: string[] | undefined;
  #failed = false;

  open(): void {
    if (!this.#failed) this.#lines ??= [];
  }

  /** True if a request of a failed batch has to be passed over. */
  passesOver(more: boolean): boolean {
    if (!this.#failed) return false;
    if (!more) this.#failed = false;
    return true;
  }

  /** What a status line puts on the wire. */
  say(line: string, more: boolean): string {
    if (this.#failed || this.#lines === undefined) {
      this.#failed = false;
      return more ? '' : `${line}\r\n`;
    }
    this.#lines.push(line);
    const error = /^(?:CLIENT_ERROR|SERVER_ERROR|ERROR)/.test(line);
    if (more && !error) return '';
    const batch = [`RESPONSE ${this.#lines.length}`, ...this.#lines, error ? 'PIPE_ERROR bad error' : 'END'];
    this.#failed = error && more;
    this.#lines = undefined;
    return `${batch.join('\r\n')}\r\n`;
  }
}
