import type { RpcServer } from 'timed-operation/geerpc';
import { decodeAll, GobEncoder, type GobType, string, struct, uint } from 'timed-operation/geerpc/gob';
import { encodeOption } from '../../../../src/adapters/geerpc/option.ts';
import { type MemoryPort, memoryPair } from './memory-port.ts';

const Header = struct('Header', { ServiceMethod: string, Seq: uint, Error: string });

interface Received {
  readonly seq: number;
  readonly error: string;
  readonly body: unknown;
}

/** A client that says what it is told, right or wrong. */
export class RawClient {
  readonly port: MemoryPort;
  readonly server: MemoryPort;
  readonly encoder: GobEncoder = new GobEncoder();

  constructor(server: RpcServer, handleTimeout = 0n) {
    const ends = memoryPair();
    this.port = ends.client;
    this.server = ends.server;
    server.accept(ends.server);
    if (handleTimeout >= -1n) {
      this.port.write(encodeOption({ codec: 'application/gob', connectTimeout: 0n, handleTimeout }));
    }
  }

  request<T>(method: string, seq: number, type: GobType<T>, value: T, error = ''): Uint8Array {
    return this.encoder.encodeAll([Header, { ServiceMethod: method, Seq: seq, Error: error }], [type, value] as never);
  }

  send<T>(method: string, seq: number, type: GobType<T>, value: T, error = ''): void {
    this.port.write(this.request(method, seq, type, value, error));
  }

  /** Headers and bodies that came back, in turn. */
  get received(): Received[] {
    const values = decodeAll(this.server.bytes, { integers: 'mixed' });
    const responses: Received[] = [];
    for (let i = 0; i < values.length; i += 2) {
      const header = values[i] as { Seq: number; Error: string };
      responses.push({ seq: header.Seq, error: header.Error, body: values[i + 1] });
    }
    return responses;
  }
}
