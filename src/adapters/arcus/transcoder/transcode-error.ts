/** A value that cannot be encoded, or bytes that cannot be decoded, by this transcoder. */
export class ArcusTranscodeError extends Error {
  override readonly name: string = 'ArcusTranscodeError';
  readonly code = 'ERR_ARCUS_TRANSCODE';
  /** From the client: what was asked for, the call (`kv.set`) or, of a response, the command (`get`). `cause` is the transcoder's error. */
  command?: string;
  /** From the client. */
  key?: string | undefined;
}
