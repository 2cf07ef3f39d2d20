import type { BytePort } from '../node/byte-port.ts';

/** What a client needs of a connection: a `FlowPort`, or any byte port, which is then taken to have room always. */
export interface ClientPort extends Omit<BytePort, 'write'> {
  /** `false`: enough is buffered, more should wait for `onDrain`. */
  write(bytes: Uint8Array): unknown;
  onDrain?: () => void;
  /** Runs `task` once everything that is happening now has run, before anything new is read. Without it the end of the turn does. */
  soon?(task: () => void): void;
  /** Why it closed, if that was an error; set before `onClose`. */
  readonly error?: Error | undefined;
}
