import type { BytePort } from './byte-port.ts';

/** A byte port whose user minds the pace: what is not written yet can still be withdrawn, what is not wanted yet is not read. */
export interface FlowPort extends BytePort {
  /** Returns false when enough is buffered: more may be written, but should wait for `onDrain`. */
  write(bytes: Uint8Array): boolean;
  /** The connection is made. A port that was accepted is open from the start and never calls it. */
  onOpen: () => void;
  /** What was written has gone out; called after a `write` that returned false. */
  onDrain: () => void;
  /** Stops `onData` until `resume`; what comes meanwhile stays with the sender. */
  pause(): void;
  resume(): void;
  /** Runs `task` once everything that is happening now has run, its continuations included; before anything new is read. */
  soon(task: () => void): void;
  /** Why it closed, if that was an error; set before `onClose`. */
  readonly error: Error | undefined;
  /** `host:port` or path of this side and of the other; empty where there is none. */
  readonly local: string;
  readonly remote: string;
}
