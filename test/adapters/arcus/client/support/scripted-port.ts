import type { ClientPort } from 'timed-operation/arcus';

const latin1 = (text: string): Uint8Array => new Uint8Array(Buffer.from(text, 'latin1'));

/** A connection whose other end is the test: it sees every write, and says what comes back. It tells its version on its own. */
export class ScriptedPort implements ClientPort {
  /** What was written, a text for each write, the version exchange left out. */
  readonly writes: string[] = [];
  /** Whether a write finds room. */
  room = true;
  destroyed = false;
  readonly #version: string | null;
  onData: (bytes: Uint8Array) => void = () => undefined;
  onEnd: () => void = () => undefined;
  onClose: () => void = () => undefined;
  onDrain: () => void = () => undefined;

  constructor(version: string | null = '1.15.0') {
    this.#version = version;
  }

  write(bytes: Uint8Array): boolean {
    const text = Buffer.from(bytes).toString('latin1');
    if (text === 'version\r\n' && this.writes.length === 0) {
      if (this.#version !== null) queueMicrotask(() => this.reply(`VERSION ${this.#version}`));
      return true;
    }
    this.writes.push(text);
    return this.room;
  }

  end(): void {}

  destroy(): void {
    this.destroyed = true;
  }

  /** Lines from the server. */
  reply(...lines: string[]): void {
    this.onData(latin1(lines.map((line) => `${line}\r\n`).join('')));
  }

  /** The server has broken the connection. */
  break(): void {
    this.onClose();
  }

  get written(): string {
    return this.writes.join('');
  }
}
