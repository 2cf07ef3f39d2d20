import { checkedFlags } from './checked-flags.ts';
import { describeStored } from './describe-stored.ts';
import { ArcusTranscodeError } from './transcode-error.ts';
import type { EncodedValue, Transcoder } from './transcoder.ts';
import { decodeUtf8, encodeUtf8 } from './utf8.ts';

/**
 * Values as JSON text in UTF-8. With its default flags, 0, other clients see a string.
 *
 * What is decoded is whatever the JSON says: `Value` is the caller's promise, not a check.
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
      const why = cause instanceof Error ? cause.message : 'it threw';
      throw new ArcusTranscodeError(
        `JSON cannot hold ${describeStored(value)} (${why}): a transcoder of your own can`,
        {
          cause,
        },
      );
    }
    if (text === undefined) {
      throw new ArcusTranscodeError(`JSON has nothing for ${describeStored(value)}: a transcoder of your own may`);
    }
    return { flags: this.#flags, data: encodeUtf8(text) };
  }

  decode(flags: number, data: Uint8Array): Value {
    if (flags !== this.#flags) {
      throw new ArcusTranscodeError(
        `expected JSON, which has flags ${this.#flags}, got flags ${flags}: another transcoder has stored it`,
      );
    }
    const text = decodeUtf8(data);
    try {
      return JSON.parse(text);
    } catch (cause) {
      throw new ArcusTranscodeError('expected JSON', { cause });
    }
  }
}
