import type { Reply } from '../reply.ts';
import type { ResponseInput } from '../response-input.ts';

/**
 * Decodes one response. `read` goes as far as the bytes allow, keeps its place, and gives the reply once the
 * response is complete; it throws `ArcusProtocolError` on bytes that cannot belong to it.
 */
export interface ReplyReader {
  read(input: ResponseInput): Reply | undefined;
}
