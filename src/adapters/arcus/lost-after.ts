import type { ArcusResponse } from './protocol/response.ts';

/** Why a connection is given up after a response that is fatal. */
export function lostAfter(response: ArcusResponse): unknown {
  if (response.type === 'corrupt') return response.error;
  const what =
    response.type === 'failure' ? `${response.word} ${response.message}` : `a ${response.type} that was stopped`;
  return new Error(`the order of the stream is lost after ${what.trim()}`);
}
