import type { GobEncoder } from './gob-encoder.ts';
import type { GobType } from './gob-type.ts';

/** Encoded values of one encoder without the definitions that they need. */
export class PreparedMessages {
  /** @internal */
  readonly encoder: GobEncoder;
  /** The messages of the values alone. */
  readonly bytes: Uint8Array;
  /** @internal The types that had no definition yet when the values were encoded; `undefined` for none. */
  readonly types: ReadonlySet<GobType<unknown>> | undefined;

  /** @internal */
  constructor(encoder: GobEncoder, bytes: Uint8Array, types: ReadonlySet<GobType<unknown>> | undefined) {
    this.encoder = encoder;
    this.bytes = bytes;
    this.types = types;
  }
}
