import type { FailureResponse } from '../response.ts';
import type { ResponseInput } from '../response-input.ts';

const words = [
  'CLIENT_ERROR',
  'SERVER_ERROR',
  'ERROR',
  'AUTH_ERROR',
  'NOT_MY_KEY',
  'SWITCHOVER',
  'REPL_SLAVE',
] as const;

/** First word of a line by which a server refuses a request. */
export type FailureWord = (typeof words)[number];

/** After these the server may go on to read the request's own bytes as commands. */
const losesOrder = ['bad command line format', 'too long field name', 'bad data chunk'];

/** With these it has taken the data that was announced. */
const consumesData = [
  'too large value',
  'object too large for cache',
  'bad value',
  'invalid prefix name',
  'cannot increment or decrement non-numeric value',
];

/**
 * The line as a failure, if it is one.
 * @param withData whether bytes followed the request's header: a refusal not known to consume them loses the order
 * @param within whether a response had begun before this line, which no server does on purpose
 */
export function readFailure(input: ResponseInput, withData: boolean, within = false): FailureResponse | undefined {
  for (const word of words) {
    if (!input.skipWord(word)) continue;
    input.skip(' ');
    const message = input.rest();
    const staleNodes = word === 'NOT_MY_KEY' || word === 'SWITCHOVER' || word === 'REPL_SLAVE';
    return { type: 'failure', fatal: within || isFatal(word, message, withData), word, message, staleNodes };
  }
  return undefined;
}

function isFatal(word: FailureWord, message: string, withData: boolean): boolean {
  if (word === 'ERROR') return true;
  if (word !== 'CLIENT_ERROR') return false;
  if (losesOrder.some((start) => message.startsWith(start))) return true;
  return withData && !consumesData.includes(message);
}
