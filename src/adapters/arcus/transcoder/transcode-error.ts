/** A value that cannot be encoded, or bytes that cannot be decoded, by this transcoder. */
export class ArcusTranscodeError extends Error {
  override readonly name: string = 'ArcusTranscodeError';
  readonly code = 'ERR_ARCUS_TRANSCODE';
}
