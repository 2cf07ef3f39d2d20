import { checkedFlags } from './checked-flags.ts';
import { describeStored } from './describe-stored.ts';
import { ArcusTranscodeError } from './transcode-error.ts';
import type { EncodedValue, Transcoder } from './transcoder.ts';

/** Bytes as they are, whatever the flags of what is read. */
export class RawTranscoder implements Transcoder<Uint8Array> {
  readonly #flags: number;

  /** @param flags what is written with the bytes; default 0 */
  constructor(flags = 0) {
    this.#flags = checkedFlags(flags);
  }

  encode(value: Uint8Array): EncodedValue {
    if (!(value instanceof Uint8Array)) {
      throw new ArcusTranscodeError(
        `expected a Uint8Array, got ${describeStored(value)}: JsonTranscoder and JavaTranscoder store other values`,
      );
    }
    return { flags: this.#flags, data: value };
  }

  decode(_flags: number, data: Uint8Array): Uint8Array {
    return data;
  }
}
