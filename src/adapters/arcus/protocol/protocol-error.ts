/** What is wrong with the bytes of a response. */
export type ProtocolFault =
  | 'malformed' // not what the protocol has in this place
  | 'line_too_long'
  | 'data_too_long'
  | 'too_many_elements'
  | 'response_too_long'
  | 'unexpected_key' // a key or field that was not asked for: the response belongs to another request
  | 'unexpected_bytes'; // bytes while no response is awaited

/**
 * Bytes from the server that are no response to the command at the head of the queue. The stream has lost its
 * order: which bytes belong to which request cannot be known any more.
 */
export class ArcusProtocolError extends Error {
  override readonly name: string = 'ArcusProtocolError';
  readonly code = 'ERR_ARCUS_PROTOCOL';
  readonly fault: ProtocolFault;
  /** Position of the offending bytes, counted from the first byte that the decoder was given. */
  readonly offset: number;
  /** The offending bytes, printable, at most 80 of them. */
  readonly line: string;

  constructor(fault: ProtocolFault, message: string, offset: number, bytes: Uint8Array) {
    const line = printable(bytes);
    super(`${message}, at byte ${offset}: "${line}"`);
    this.fault = fault;
    this.offset = offset;
    this.line = line;
  }
}

const shownBytes = 80;

function printable(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes.subarray(0, shownBytes)) {
    const plain = byte >= 0x20 && byte < 0x7f && byte !== 0x5c && byte !== 0x22;
    text += plain ? String.fromCharCode(byte) : `\\x${byte.toString(16).padStart(2, '0')}`;
  }
  return bytes.length > shownBytes ? `${text}...` : text;
}
