import type { BytePort } from 'timed-operation/arcus/testing';

/** What a port has brought so far, as text. */
export interface PortRecord {
  text: string;
  ended: boolean;
  closed: boolean;
  send(text: string): void;
}

export function recordPort(port: BytePort): PortRecord {
  const record: PortRecord = {
    text: '',
    ended: false,
    closed: false,
    send: (text) => port.write(Buffer.from(text, 'latin1')),
  };
  port.onData = (bytes) => {
    record.text += Buffer.from(bytes).toString('latin1');
  };
  port.onEnd = () => {
    record.ended = true;
  };
  port.onClose = () => {
    record.closed = true;
  };
  return record;
}
