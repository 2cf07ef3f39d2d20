import type { MessageDecoder, MessageEncoder, PreparedMessage } from './codec.ts';
import { ByteQueue } from './gob/byte-queue.ts';
import type { ByteWriter } from './gob/byte-writer.ts';
import type { GobType } from './gob/gob-type.ts';
import { type GobLimits, limitError, resolveLimits } from './gob/limits.ts';
import type { Header } from './header.ts';
import { RpcError } from './rpc-error.ts';

const LINE_FEED = 0x0a;
const toBytes = new TextEncoder();
const toText = new TextDecoder('utf-8', { fatal: true });

/**
 * Header and body as two JSON texts, each followed by a line feed and with none inside: what Go's `json.Encoder` writes and its
 * `json.Decoder` reads. The body is whatever JSON holds; schemas are not applied to it.
 */
export class JsonMessageEncoder implements MessageEncoder {
  prepare({ ServiceMethod, Seq, Error: text }: Header, _type: GobType<unknown>, body: unknown): PreparedMessage {
    // By hand: a bigint has no JSON, but Go reads its digits.
    const head = `{"ServiceMethod":${JSON.stringify(ServiceMethod)},"Seq":${Seq},"Error":${JSON.stringify(text)}}`;
    return { bytes: toBytes.encode(`${head}\n${stringify(body)}\n`) };
  }

  send({ bytes }: PreparedMessage, out: ByteWriter): void {
    out.raw(bytes, bytes.length);
  }

  encode(header: Header, type: GobType<unknown>, body: unknown, out: ByteWriter): void {
    this.send(this.prepare(header, type, body), out);
  }
}

function stringify(body: unknown): string {
  try {
    const text = JSON.stringify(body, refuseOthers) as string | undefined;
    if (text === undefined) throw new TypeError(`expected a value that JSON has, got ${typeof body}`);
    return text;
  } catch (cause) {
    throw new RpcError('ERR_GEERPC_ENCODE', `json: ${(cause as Error).message}`, { cause });
  }
}

/** What `JSON.stringify` would leave out or make `{}` of in silence. */
function refuseOthers(key: string, value: unknown): unknown {
  const wrong =
    value instanceof Map ||
    value instanceof Set ||
    ArrayBuffer.isView(value) ||
    (typeof value === 'number' && !Number.isFinite(value)) ||
    typeof value === 'function' ||
    typeof value === 'symbol';
  if (wrong) throw new TypeError(`expected a value that JSON has at ${JSON.stringify(key)}, got ${describe(value)}`);
  return value;
}

function describe(value: unknown): string {
  return typeof value === 'object' ? Object.prototype.toString.call(value) : String(value);
}

/** The reading end of the same. */
export class JsonMessageDecoder implements MessageDecoder {
  readonly #limits: GobLimits;
  readonly #queue: ByteQueue;
  /** How many of the buffered bytes are known to hold no line feed. */
  #scanned = 0;

  constructor(limits: Partial<GobLimits> = {}) {
    this.#limits = resolveLimits(limits);
    this.#queue = new ByteQueue(this.#limits);
  }

  get bufferedBytes(): number {
    return this.#queue.length;
  }

  push(chunk: Uint8Array): void {
    try {
      this.#queue.push(chunk);
    } catch (cause) {
      throw new RpcError('ERR_GEERPC_PROTOCOL', (cause as Error).message, { cause });
    }
  }

  header(): Header | undefined {
    const end = this.#endOfLine();
    if (end < 0) return undefined;
    try {
      return headerOf(this.#takeLine(end));
    } catch (cause) {
      throw new RpcError('ERR_GEERPC_PROTOCOL', `json: ${(cause as Error).message}`, { cause });
    }
  }

  ready(): boolean {
    return this.#endOfLine() >= 0;
  }

  body(): unknown {
    const end = this.#endOfLine();
    if (end < 0) return undefined;
    try {
      return JSON.parse(this.#takeLine(end));
    } catch (cause) {
      throw new RpcError('ERR_GEERPC_DECODE', `json: ${(cause as Error).message}`, { cause });
    }
  }

  skip(): boolean {
    const end = this.#endOfLine();
    if (end < 0) return false;
    this.#drop(end);
    return true;
  }

  /** Where the first line ends; -1 while its line feed has not come. */
  #endOfLine(): number {
    const { bytes, start, end, base } = this.#queue;
    let at = start + this.#scanned;
    while (at < end && bytes[at] !== LINE_FEED) at++;
    this.#scanned = at - start;
    if (this.#scanned > this.#limits.messageBytes) {
      const { message } = limitError('messageBytes', this.#limits.messageBytes, 'a line', base + start);
      throw new RpcError('ERR_GEERPC_PROTOCOL', message.replace(/^gob/, 'json'));
    }
    return at < end ? at : -1;
  }

  #takeLine(end: number): string {
    const { bytes, start } = this.#queue;
    const line = bytes.subarray(start, end);
    try {
      return toText.decode(line);
    } finally {
      this.#drop(end);
    }
  }

  #drop(end: number): void {
    this.#queue.drop(end + 1);
    this.#scanned = 0;
  }
}

function headerOf(line: string): Header {
  const parsed: unknown = JSON.parse(line);
  if (typeof parsed !== 'object' || parsed === null) throw new TypeError(`expected a header, got ${typeof parsed}`);
  const { ServiceMethod = '', Seq = 0, Error: text = '' } = parsed as Partial<Header>;
  if (typeof ServiceMethod !== 'string' || typeof text !== 'string')
    throw new TypeError('expected strings in a header');
  if (!Number.isSafeInteger(Seq) || (Seq as number) < 0) {
    throw new TypeError(`expected Seq to be a whole number from 0 to 2^53 - 1, got ${String(Seq)}`);
  }
  return { ServiceMethod, Seq, Error: text };
}
