import { type ArcusResponse, type Command, ResponseDecoder } from 'timed-operation/arcus';
import { asPipe, parseRequests, type Request } from './parse-requests.ts';
import { latin1, sent, type Transcript } from './transcripts.ts';

export interface Answered {
  readonly request: Request;
  /** `undefined` when the request is one that is not answered. */
  readonly response: ArcusResponse | undefined;
}

export interface Replayed {
  readonly answered: readonly Answered[];
  /** Responses to what the server took for requests after a mistake; nobody asked for them. */
  readonly surplus: readonly ArcusResponse[];
  /** All responses, in the order in which they came. */
  readonly responses: readonly ArcusResponse[];
  /** Those of a smget asked without a mode, which comes in a form that is retired. */
  readonly retired: ReadonlySet<ArcusResponse>;
}

export type Feed = (decoder: ResponseDecoder, bytes: Uint8Array) => ArcusResponse[];

/** A command that is answered by a line, for requests that no call of ours makes: they are all refused with an error line. */
const anyLine: Command = { type: 'version' };

/** Decodes what a server sent in a transcript, by what was asked in it. */
export function replay(transcript: Transcript, feed: Feed): Replayed {
  const answered: Answered[] = [];
  const surplus: ArcusResponse[] = [];
  const responses: ArcusResponse[] = [];
  const retired = new Set<ArcusResponse>();
  let pending = '';
  for (const step of transcript.steps) {
    const { requests, rest } = parseRequests(pending + sent(step));
    pending = rest;
    // A header that was refused: the block it announced was never sent.
    if (requests.length === 0 && step.recv !== '') {
      requests.push({ text: pending, command: undefined, piped: false });
      pending = '';
    }
    const bytes = latin1(step.recv);
    const decoder = new ResponseDecoder();
    const asked = requests.map((request) => decoder.expect(request.command ?? anyLine));
    const got = feed(decoder, bytes);
    responses.push(...got);
    let next = 0;
    requests.forEach((request, i) => {
      if (!asked[i]) answered.push({ request, response: undefined });
      else if (next < got.length) {
        const response = got[next++]!;
        answered.push({ request, response });
        if (request.command?.type === 'bop smget' && request.command.mode === undefined) retired.add(response);
      }
    });
    // An unfinished pipe is answered together with the next single-line command.
    let at = decoder.offset;
    while (decoder.failed && at < bytes.length) {
      const more = new ResponseDecoder();
      const left = step.recv.slice(at);
      const size = /^RESPONSE (\d+)/.exec(left)?.[1];
      more.expect(
        size === undefined
          ? { type: 'lop delete', key: 'k', index: 0 }
          : asPipe(Array(Number(size)).fill({ type: 'lop delete' })),
      );
      more.push(bytes.slice(at));
      const response = more.next();
      if (response === undefined || response.type === 'corrupt') throw new Error(`undecoded: ${left}`);
      surplus.push(response);
      responses.push(response);
      at += more.offset;
    }
    if (at !== bytes.length) throw new Error(`undecoded in ${transcript.name}: ${step.recv.slice(at)}`);
  }
  return { answered, surplus, responses, retired };
}

/** All bytes in one chunk. */
export const whole: Feed = (decoder, bytes) => {
  decoder.push(bytes);
  return drain(decoder);
};

export function drain(decoder: ResponseDecoder): ArcusResponse[] {
  const responses: ArcusResponse[] = [];
  for (let response = decoder.next(); response !== undefined; response = decoder.next()) responses.push(response);
  return responses;
}
