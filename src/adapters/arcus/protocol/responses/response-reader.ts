import type { ArcusResponse } from '../response.ts';
import type { ResponseInput } from '../response-input.ts';

/**
 * Decodes one response. `read` goes as far as the bytes allow, keeps its place, and gives the response once the
 * response is complete; it throws `ArcusProtocolError` on bytes that cannot belong to it.
 */
export interface ResponseReader {
  read(input: ResponseInput): ArcusResponse | undefined;
}
