import { type CodecName, isCodecName } from './codec-name.ts';
import { scanObject } from './json-object.ts';
import { RpcError } from './rpc-error.ts';

/** What the client says of itself before anything else. */
export interface Option {
  readonly codec: CodecName;
  /** Nanoseconds; the server makes no use of it. */
  readonly connectTimeout: bigint;
  /** Nanoseconds that the server gives each request; 0 for no limit, below 0 none has any time at all. */
  readonly handleTimeout: bigint;
}

const MAGIC = 0x3bef5cn;
const MOST = 2n ** 63n - 1n;

/**
 * The size of the first read of Go's JSON decoder. It loses whatever it reads beyond the Option, and so an Option of exactly this many
 * bytes, with no newline behind it, loses nothing (protocol 1.2).
 */
export const OPTION_BYTES = 512;

/** The bytes of an Option: JSON, padded with spaces before its last brace. */
export function encodeOption({ codec, connectTimeout, handleTimeout }: Option): Uint8Array {
  const text = `{"MagicNumber":${MAGIC},"CodecType":"${codec}","ConnectTimeout":${connectTimeout},"HandleTimeout":${handleTimeout}`;
  return new TextEncoder().encode(`${text.padEnd(OPTION_BYTES - 1)}}`);
}

/**
 * Reads the JSON text of an Option by Go's rules: keys in any case, unknown keys ignored, `null` leaves the zero, numbers are integer
 * literals within int64.
 * @throws RpcError when it is no Option that this server can serve.
 */
export function decodeOption(text: string): Option {
  const fields = { magicnumber: '0', codectype: '""', connecttimeout: '0', handletimeout: '0' };
  for (const [key, value] of scanObject(text)) {
    const name = key.toLowerCase();
    if (value !== 'null' && Object.hasOwn(fields, name)) fields[name as keyof typeof fields] = value;
  }
  const magic = integer('MagicNumber', fields.magicnumber);
  if (magic !== MAGIC) throw invalid(`MagicNumber to be ${MAGIC}`, fields.magicnumber);
  const codec = fields.codectype.startsWith('"') ? JSON.parse(fields.codectype) : undefined;
  if (!isCodecName(codec)) throw new RpcError('ERR_GEERPC_PROTOCOL', `invalid codec type ${codec ?? fields.codectype}`);
  return {
    codec,
    connectTimeout: integer('ConnectTimeout', fields.connecttimeout),
    handleTimeout: integer('HandleTimeout', fields.handletimeout),
  };
}

function integer(name: string, literal: string): bigint {
  if (!/^-?\d{1,19}$/.test(literal)) throw invalid(`${name} to be an integer`, literal);
  const value = BigInt(literal);
  if (value > MOST || value < -MOST - 1n) throw invalid(`${name} to be within int64`, literal);
  return value;
}

function invalid(expected: string, literal: string): RpcError {
  return new RpcError('ERR_GEERPC_PROTOCOL', `Option: expected ${expected}, got ${literal.slice(0, 60)}`);
}
