/** An outcome that lost, was skipped or was dropped: nobody awaits it, and it is never lost in silence. */
export type LateOutcome<Value = unknown> =
  | { readonly stage: LateStage; readonly status: 'fulfilled'; readonly value: Value }
  | { readonly stage: LateStage; readonly status: 'rejected'; readonly reason: unknown };

/** `response`: what the work itself came to; `decoding`: what decoding came to. */
export type LateStage = 'response' | 'decoding';
