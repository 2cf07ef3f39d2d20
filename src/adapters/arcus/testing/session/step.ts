import type { Reply } from './reply.ts';

/** What a command wants done next. */
export type Step =
  /** A status line, subject to noreply and pipe; then `swallow` bytes of the request are ignored. */
  | { readonly kind: 'status'; readonly text: string; readonly swallow: number }
  /** A response that noreply and pipe do not concern. */
  | { readonly kind: 'body'; readonly reply: Reply }
  /** The next `size` bytes of the request are its data, CRLF included; `complete` goes on with them. */
  | { readonly kind: 'block'; readonly size: number; readonly complete: (block: Uint8Array) => Step }
  /** No answer; `swallow` bytes of the request are ignored. */
  | { readonly kind: 'silence'; readonly swallow: number }
  | { readonly kind: 'close' };

const LONGEST_REPLY = 256 * 1024 * 1024;

export function status(text: string, swallow = 0): Step {
  return { kind: 'status', text, swallow };
}

/** A response with content; one that is too long for the memory is refused, as the real server does when it has none left. */
export function body(reply: Reply): Step {
  if (reply.length > LONGEST_REPLY) return status('SERVER_ERROR out of memory writing get response');
  return { kind: 'body', reply };
}

/** Reads `length` data bytes and their CRLF; without the CRLF the answer is an error. */
export function dataBlock(length: number, complete: (data: Uint8Array) => Step): Step {
  return {
    kind: 'block',
    size: length + 2,
    complete: (block) => {
      const ended = block[length] === 13 && block[length + 1] === 10;
      return ended ? complete(block.subarray(0, length)) : status('CLIENT_ERROR bad data chunk');
    },
  };
}

export function silence(swallow: number): Step {
  return { kind: 'silence', swallow };
}

export const BAD_FORMAT: Step = status('CLIENT_ERROR bad command line format');
