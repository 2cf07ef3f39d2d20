import { checkedFlags } from './checked-flags.ts';
import { ArcusTranscodeError } from './transcode-error.ts';
import type { EncodedValue, Transcoder } from './transcoder.ts';
import { decodeUtf8, encodeUtf8 } from './utf8.ts';

/**
 * Values as JSON text in UTF-8. With its default flags, 0, other clients see a string.
 *
 * What is decoded is whatever the JSON says: `Out` is the caller's promise, not a check.
 */
export class JsonTranscoder<Value = unknown> implements Transcoder<Value> {
  readonly #flags: number;

  /** @param flags what is written, and the only flags that are read; default 0 */
  constructor(flags = 0) {
    this.#flags = checkedFlags(flags);
  }

  encode(value: Value): EncodedValue {
    let text: string | undefined;
    try {
      text = JSON.stringify(value);
    } catch (cause) {
      throw new ArcusTranscodeError('the value cannot be written as JSON', { cause });
    }
    if (text === undefined) throw new ArcusTranscodeError(`JSON has nothing for a value of type ${typeof value}`);
    return { flags: this.#flags, data: encodeUtf8(text) };
  }

  decode(flags: number, data: Uint8Array): Value {
    if (flags !== this.#flags) {
      throw new ArcusTranscodeError(`expected JSON, which has flags ${this.#flags}, got flags ${flags}`);
    }
    const text = decodeUtf8(data);
    try {
      return JSON.parse(text);
    } catch (cause) {
      throw new ArcusTranscodeError('expected JSON', { cause });
    }
  }
}
