import { checkedLimits } from '../checked-limits.ts';
import { defaultEncodeLimits, type EncodeLimits } from './arguments/encode-limits.ts';
import { ByteWriter } from './byte-writer.ts';
import type { Command } from './command.ts';
import { writeCommand } from './write-command.ts';

/**
 * Encodes commands one behind the other into the same bytes, so that many go out in one write. A command is
 * written whole or not at all: the server takes the next N bytes of what it was announced, whatever they are.
 */
export class CommandWriter {
  readonly #out: ByteWriter;
  #writing = false;

  /** @param slabBytes bytes that are allocated at a time; default 65536 */
  constructor(limits: Partial<EncodeLimits> = {}, slabBytes = 65_536) {
    if (!Number.isInteger(slabBytes) || slabBytes < 1) {
      throw new TypeError(`slabBytes must be an integer from 1 up, not ${String(slabBytes)}`);
    }
    this.#out = new ByteWriter(slabBytes, checkedLimits(defaultEncodeLimits, limits));
  }

  /** Bytes written and not taken yet. */
  get length(): number {
    return this.#out.length;
  }

  /**
   * Appends a command.
   * @throws ArcusArgumentError if an argument breaks a rule; nothing has been appended then
   */
  write(command: Command): void {
    // An accessor on a command could call in here, and would put one command into the middle of another.
    if (this.#writing) throw new Error('a command cannot be written while another one is being written');
    const before = this.#out.length;
    let whole = false;
    this.#writing = true;
    try {
      writeCommand(this.#out, command);
      whole = true;
    } finally {
      this.#writing = false;
      if (!whole) this.#out.truncate(before);
    }
  }

  /** Hands over what was written, if it is time for a new slab. */
  seal(): Uint8Array | undefined {
    return this.#out.seal();
  }

  /** Hands over what was written since the last call. Those bytes are never touched again. */
  take(): Uint8Array {
    return this.#out.take();
  }
}

/**
 * The bytes of one request.
 * @throws ArcusArgumentError if an argument breaks a rule of the protocol
 */
export function encodeCommand(command: Command, limits: Partial<EncodeLimits> = {}): Uint8Array {
  const out = new ByteWriter(256, checkedLimits(defaultEncodeLimits, limits));
  writeCommand(out, command);
  return out.take();
}
