import type { BytePort } from '../../node/byte-port.ts';

/** Two byte ports that are connected to each other. `deliver` decides when an event written at one end happens at the other; the order never changes. */
export function memoryPorts(deliver: (task: () => void) => void): readonly [BytePort, BytePort] {
  const a = new MemoryPort(deliver);
  const b = new MemoryPort(deliver);
  a.peer = b;
  b.peer = a;
  return [a, b];
}

class MemoryPort implements BytePort {
  peer: MemoryPort | undefined;
  readonly #deliver: (task: () => void) => void;
  readonly #events: (() => void)[] = [];
  /** True if a delivery is on its way, which will bring whatever is there by then. */
  #awaited = false;
  #draining = false;
  #ended = false;
  #closed = false;
  onData: (bytes: Uint8Array) => void = () => undefined;
  onEnd: () => void = () => undefined;
  onClose: () => void = () => undefined;

  constructor(deliver: (task: () => void) => void) {
    this.#deliver = deliver;
  }

  write(bytes: Uint8Array): void {
    if (this.#ended || this.#closed) return;
    const copy = bytes.slice();
    this.#send((peer) => peer.onData(copy));
  }

  end(): void {
    if (this.#ended || this.#closed) return;
    this.#ended = true;
    this.#send((peer) => {
      peer.onEnd();
      if (peer.#ended) {
        peer.#close();
        this.#close();
      }
    });
  }

  destroy(): void {
    if (this.#closed) return;
    this.#send((peer) => peer.#close());
    this.#deliver(() => this.#close());
  }

  #send(event: (peer: MemoryPort) => void): void {
    const peer = this.peer;
    if (peer === undefined) return;
    peer.#events.push(() => event(peer));
    if (peer.#awaited) return;
    peer.#awaited = true;
    this.#deliver(() => {
      peer.#awaited = false;
      peer.#drain();
    });
  }

  /** Events one after the other, also if one of them causes the next: no handler is ever called inside another of its port. */
  #drain(): void {
    if (this.#draining) return;
    this.#draining = true;
    try {
      for (let event = this.#events.shift(); event !== undefined; event = this.#events.shift()) {
        if (!this.#closed) event();
      }
    } finally {
      this.#draining = false;
    }
  }

  #close(): void {
    if (this.#closed) return;
    this.#closed = true;
    this.onClose();
  }
}
