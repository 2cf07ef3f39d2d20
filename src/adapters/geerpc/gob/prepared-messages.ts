import type { GobEncoder } from './gob-encoder.ts';
import type { GobType } from './gob-type.ts';

/** Encoded values of one encoder without the definitions that they need. */
export class PreparedMessages {
  /** @internal */
  readonly encoder: GobEncoder;
  /** The messages of the values alone. */
  readonly bytes: Uint8Array;
  /** @internal The types that had no definition yet when the values were encoded. */
  readonly types: ReadonlySet<GobType<unknown>>;

  /** @internal */
  constructor(encoder: GobEncoder, bytes: Uint8Array, types: ReadonlySet<GobType<unknown>>) {
    this.encoder = encoder;
    this.bytes = bytes;
    this.types = types;
  }
}
