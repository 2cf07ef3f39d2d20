/** All that the adapter knows of a connection: a socket is one, and so is a simulated pipe. */
export interface LinePort {
  ondata: ((bytes: Uint8Array) => void) | undefined;
  onclose: ((error?: Error) => void) | undefined;
  write(bytes: Uint8Array): unknown;
  destroy(error?: Error): void;
}
