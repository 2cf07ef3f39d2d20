import { concat } from './concat.ts';
import { endOfHead, parseRequest } from './http-head.ts';
import { endOfObject } from './json-object.ts';
import { decodeOption, type Option } from './option.ts';
import { RpcError } from './rpc-error.ts';

/** How a client came in; `rest` is what it has sent behind that. */
export type Entry =
  | { readonly kind: 'option'; readonly option: Option; readonly rest: Uint8Array }
  | { readonly kind: 'http'; readonly method: string; readonly path: string; readonly rest: Uint8Array };

export const MAX_OPTION_BYTES: number = 4 * 1024;
export const MAX_HEAD_BYTES: number = 8 * 1024;

const BRACE = 0x7b;
const LINE_FEED = 0x0a;
const RETURN = 0x0d;
const NOTHING = new Uint8Array(0);
const strict = new TextDecoder('utf-8', { fatal: true });

/** The first bytes of a connection: an Option, or an HTTP request. Told apart by the first of them that is not a space. */
export class Entrance {
  #bytes: Uint8Array = NOTHING;
  readonly #optionOnly: boolean;

  /** @param optionOnly after HTTP CONNECT, when nothing else may come. */
  constructor(optionOnly = false) {
    this.#optionOnly = optionOnly;
  }

  /** Takes bytes in. `undefined` while more are needed. @throws RpcError when they are neither, or too many. */
  push(bytes: Uint8Array): Entry | undefined {
    this.#bytes = concat([this.#bytes, bytes], this.#bytes.length + bytes.length);
    const start = this.#bytes.findIndex(
      (byte) => byte !== 0x20 && byte !== 0x09 && byte !== LINE_FEED && byte !== RETURN,
    );
    if (start < 0) return this.#within(MAX_OPTION_BYTES, 'an Option');
    if (this.#bytes[start] === BRACE) return this.#option(start);
    if (this.#optionOnly || start > 0 || !isUpperCase(this.#bytes[0] as number)) {
      throw new RpcError('ERR_GEERPC_PROTOCOL', `expected an Option, got the byte ${this.#bytes[start]}`);
    }
    return this.#http();
  }

  #option(start: number): Entry | undefined {
    const end = endOfObject(this.#bytes, start, Math.min(this.#bytes.length, MAX_OPTION_BYTES));
    if (end < 0) return this.#within(MAX_OPTION_BYTES - 1, 'an Option');
    return {
      kind: 'option',
      option: decodeOption(textOf(this.#bytes.subarray(start, end))),
      rest: this.#bytes.subarray(end),
    };
  }

  #http(): Entry | undefined {
    const end = endOfHead(this.#bytes, 0, Math.min(this.#bytes.length, MAX_HEAD_BYTES));
    if (end < 0) return this.#within(MAX_HEAD_BYTES - 1, 'an HTTP head');
    return { kind: 'http', ...parseRequest(textOf(this.#bytes.subarray(0, end))), rest: this.#bytes.subarray(end) };
  }

  #within(most: number, what: string): undefined {
    if (this.#bytes.length <= most) return undefined;
    throw new RpcError('ERR_GEERPC_PROTOCOL', `expected ${what} of at most ${most} bytes`);
  }
}

/**
 * The one line feed that Go's encoder puts behind the Option, which may come later and on its own: dropped, it is no part of what
 * follows. No gob stream begins with it: its first message is the definition of the header, which is longer than 10 or 13 bytes.
 */
export class OptionEnd {
  #state: 'start' | 'return' | 'done' = 'start';

  /** The bytes without it. */
  strip(bytes: Uint8Array): Uint8Array {
    if (this.#state === 'done' || bytes.length === 0) return bytes;
    const first = bytes[0];
    if (this.#state === 'start' && first === RETURN) {
      this.#state = 'return';
      return this.strip(bytes.subarray(1));
    }
    const held = this.#state === 'return' && first !== LINE_FEED;
    this.#state = 'done';
    if (held) return concat([Uint8Array.of(RETURN), bytes], bytes.length + 1);
    return first === LINE_FEED ? bytes.subarray(1) : bytes;
  }
}

function textOf(bytes: Uint8Array): string {
  try {
    return strict.decode(bytes);
  } catch (cause) {
    throw new RpcError('ERR_GEERPC_PROTOCOL', 'expected UTF-8', { cause });
  }
}

function isUpperCase(byte: number): boolean {
  return byte >= 0x41 && byte <= 0x5a;
}
