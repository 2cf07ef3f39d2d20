import { aboutKey } from './command-text.ts';
import { ArcusTranscodeError } from './transcoder/transcode-error.ts';

/** What a call or a command fails with that its transcoder refuses: with the key, which no transcoder knows. What else is thrown stays. */
export function transcodeFailure(error: unknown, command: string, key: string | undefined): unknown {
  if (!(error instanceof ArcusTranscodeError) || error.command !== undefined) return error;
  const failure = new ArcusTranscodeError(`${aboutKey(command, key)}: ${error.message}`, { cause: error });
  failure.command = command;
  failure.key = key;
  return failure;
}

/** Makes a command; what its transcoder refuses says for which key it was. */
export function namingFailures<Made>(command: string, key: string, make: () => Made): () => Made {
  return () => {
    try {
      return make();
    } catch (error) {
      throw transcodeFailure(error, command, key);
    }
  };
}
