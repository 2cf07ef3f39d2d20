import type { FlowPort } from '../../../../src/adapters/node/flow-port.ts';

/** One end of a connection in memory. What is written arrives in a later microtask, cut as `cut` says. */
export class MemoryPort implements FlowPort {
  onOpen: () => void = () => undefined;
  onData: (bytes: Uint8Array) => void = () => undefined;
  onDrain: () => void = () => undefined;
  onEnd: () => void = () => undefined;
  onClose: () => void = () => undefined;
  error: Error | undefined;
  readonly local = '127.0.0.1:1';
  readonly remote = '127.0.0.1:2';
  other: MemoryPort | undefined;
  /** Everything that was written. */
  readonly written: Uint8Array[] = [];
  /** While true nothing that is written goes out, and `write` says so. */
  blocked = false;
  ended = false;
  closed = false;
  paused = false;
  cut: (bytes: Uint8Array) => Uint8Array[] = (bytes) => [bytes];
  readonly #held: (() => void)[] = [];

  write(bytes: Uint8Array): boolean {
    if (this.closed || this.ended) return true;
    this.written.push(bytes);
    for (const chunk of this.cut(bytes)) this.#send(() => this.other?.deliver(chunk));
    return !this.blocked;
  }

  end(): void {
    if (this.ended) return;
    this.ended = true;
    this.#send(() => this.other?.hearEnd());
  }

  destroy(error?: Error): void {
    if (this.closed) return;
    this.closed = true;
    this.error ??= error;
    queueMicrotask(() => {
      this.onClose();
      this.other?.hearEnd();
    });
  }

  pause(): void {
    this.paused = true;
  }

  resume(): void {
    this.paused = false;
    for (const task of this.#late.splice(0)) queueMicrotask(task);
  }

  soon(task: () => void): void {
    queueMicrotask(task);
  }

  /** Lets out what was written while it was blocked. */
  unblock(): void {
    this.blocked = false;
    for (const task of this.#held.splice(0)) queueMicrotask(task);
    queueMicrotask(() => this.onDrain());
  }

  /** Bytes come in. */
  deliver(bytes: Uint8Array): void {
    if (this.paused) this.#late.push(() => this.deliver(bytes));
    else if (!this.closed) this.onData(bytes);
  }

  hearEnd(): void {
    if (this.paused) this.#late.push(() => this.hearEnd());
    else if (!this.closed) this.onEnd();
  }

  /** The connection breaks. */
  break(code: string): void {
    this.destroy(Object.assign(new Error(`read ${code}`), { code, syscall: 'read' }));
  }

  get bytes(): Uint8Array {
    return Uint8Array.from(Buffer.concat(this.written));
  }

  readonly #late: (() => void)[] = [];

  #send(task: () => void): void {
    if (this.blocked) this.#held.push(task);
    else queueMicrotask(task);
  }
}

/** A connection in memory: the client's end and the server's. */
export function memoryPair(): { client: MemoryPort; server: MemoryPort } {
  const client = new MemoryPort();
  const server = new MemoryPort();
  client.other = server;
  server.other = client;
  return { client, server };
}

/** For `dial`: the given end, which is connected in a microtask. */
export function opens(port: MemoryPort): () => FlowPort {
  return () => {
    queueMicrotask(() => {
      if (!port.closed) port.onOpen();
    });
    return port;
  };
}
