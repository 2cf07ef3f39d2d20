import type { ByteReader } from './byte-reader.ts';

/** Where a value goes on when an interface inside it defines types, and with that begins a new message. */
export interface MessageSource {
  /**
   * Reads past the definitions inside an interface, from message to message if need be, up to the id of the type of its
   * value. `undefined`: the next message is not here yet; the reader is where it was when the last message ended.
   */
  typeInsideInterface(reader: ByteReader): number | undefined;
}
