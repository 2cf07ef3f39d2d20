/** One end of a byte stream in both directions: a socket, or something that behaves like one. Handlers are set once, before bytes can arrive; none is called from inside another of the same port. */
export interface BytePort {
  write(bytes: Uint8Array): void;
  /** Says that nothing more will be written; the other direction stays open. */
  end(): void;
  /** Closes both directions at once; what was not written yet is lost. */
  destroy(): void;
  /** Bytes have come: the handler's until it returns, for they may lie in a buffer that is read into again. */
  onData: (bytes: Uint8Array) => void;
  /** The other side has called `end`. */
  onEnd: () => void;
  /** Nothing will come or go any more. Called once. */
  onClose: () => void;
}
