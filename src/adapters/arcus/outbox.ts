import type { Command } from './protocol/command.ts';
import { CommandWriter } from './protocol/command-writer.ts';

const nothing = new Uint8Array(0);

/** Requests that are encoded and not written yet, as one run of bytes. */
export class Outbox {
  readonly #writer: CommandWriter = new CommandWriter();
  /** What was taken from the writer, in its order. */
  readonly #sealed: Uint8Array[] = [];
  /** What comes first of it; written up to `#from`. */
  #taken: Uint8Array = nothing;
  #from = 0;

  /**
   * Appends a request. Returns how many bytes it has.
   * @throws ArcusArgumentError if an argument breaks a rule; nothing has been appended then
   */
  add(command: Command): number {
    const sealed = this.#writer.seal();
    if (sealed !== undefined) this.#sealed.push(sealed);
    const before = this.#writer.length;
    this.#writer.write(command);
    return this.#writer.length - before;
  }

  /** Cuts off the first bytes, at most `most`. Whoever asks for no more than there is gets at least one. */
  cut(most: number): Uint8Array {
    if (this.#from === this.#taken.length) {
      this.#taken = this.#sealed.shift() ?? this.#writer.take();
      this.#from = 0;
    }
    const from = this.#from;
    this.#from = Math.min(this.#taken.length, from + most);
    const bytes = this.#taken.subarray(from, this.#from);
    if (this.#from === this.#taken.length) {
      this.#taken = nothing;
      this.#from = 0;
    }
    return bytes;
  }

  skip(bytes: number): void {
    for (let left = bytes; left > 0; ) left -= this.cut(left).length;
  }

  /** Puts these bytes in front of everything. */
  unshift(parts: readonly Uint8Array[]): void {
    const all = [...parts, this.#taken.subarray(this.#from), ...this.#sealed, this.#writer.take()];
    const bytes = new Uint8Array(all.reduce((sum, part) => sum + part.length, 0));
    let at = 0;
    for (const part of all) {
      bytes.set(part, at);
      at += part.length;
    }
    this.#sealed.length = 0;
    this.#taken = bytes;
    this.#from = 0;
  }

  clear(): void {
    this.#writer.take();
    this.#sealed.length = 0;
    this.#taken = nothing;
    this.#from = 0;
  }
}
