import { dispatch } from '../commands/dispatch.ts';
import { latin1 } from '../latin1.ts';
import { BlockBuffer } from './block-buffer.ts';
import type { CommandContext } from './command.ts';
import { LineBuffer } from './line-buffer.ts';
import { PipeBatch } from './pipe-batch.ts';
import type { ServerState } from './server-state.ts';
import type { Step } from './step.ts';

/** One response (of a pipe: that of the whole batch) and the words of the request line that brought it about. */
export interface Exchange {
  readonly request: readonly string[];
  readonly response: Uint8Array;
}

type Answer = (exchange: Exchange) => void;

interface PendingBlock {
  readonly buffer: BlockBuffer;
  readonly complete: (block: Uint8Array) => Step;
}

/** One connection as the server sees it: request bytes in, in any pieces; responses out. It knows no socket, timer or promise. */
export class ServerSession {
  readonly #context: CommandContext;
  readonly #line = new LineBuffer();
  #block: PendingBlock | undefined;
  #swallow = 0;
  #words: readonly string[] = [];
  #closed = false;

  constructor(state: ServerState) {
    this.#context = { ...state, pipe: new PipeBatch(), noreply: false };
  }

  /** True once the server would have closed the connection. Later bytes are ignored. */
  get closed(): boolean {
    return this.#closed;
  }

  /** Takes request bytes and answers what they complete. */
  push(bytes: Uint8Array): readonly Exchange[] {
    const exchanges: Exchange[] = [];
    this.feed(bytes, (exchange) => exchanges.push(exchange));
    return exchanges;
  }

  /** The same, but hands each response out before the next request is carried out: many large ones need not be held at once. */
  feed(bytes: Uint8Array, answer: (exchange: Exchange) => void): void {
    for (let at = 0; at < bytes.length && !this.#closed; ) {
      if (this.#swallow > 0) at += this.#skip(bytes, at);
      else if (this.#block) at += this.#fill(this.#block, bytes, at, answer);
      else at += this.#read(bytes, at, answer);
    }
  }

  #skip(bytes: Uint8Array, at: number): number {
    const skipped = Math.min(this.#swallow, bytes.length - at);
    this.#swallow -= skipped;
    return skipped;
  }

  #fill(block: PendingBlock, bytes: Uint8Array, at: number, answer: Answer): number {
    const piece = bytes.subarray(at, at + block.buffer.missing);
    block.buffer.append(piece);
    if (block.buffer.missing === 0) {
      this.#block = undefined;
      this.#run(block.complete(block.buffer.bytes()), answer);
    }
    return piece.length;
  }

  #read(bytes: Uint8Array, at: number, answer: Answer): number {
    const { used, line, overlong } = this.#line.take(bytes, at);
    if (overlong) this.#closed = true;
    if (line !== undefined) {
      this.#words = line.split(' ').filter((word) => word !== '');
      this.#context.noreply = false;
      this.#run(dispatch(this.#words, this.#context), answer);
    }
    return used;
  }

  #run(step: Step, answer: Answer): void {
    switch (step.kind) {
      case 'block':
        this.#block = { buffer: new BlockBuffer(step.size), complete: step.complete };
        return;
      case 'silence':
        this.#swallow = step.swallow;
        return;
      case 'close':
        this.#closed = true;
        return;
      case 'body':
        this.#context.stats.record(this.#words, 'content');
        answer({ request: this.#words, response: step.reply.bytes() });
        return;
      case 'status': {
        this.#context.stats.record(this.#words, step.text);
        const text = this.#context.pipe.answer(step.text, this.#context.noreply);
        if (text !== undefined) answer({ request: this.#words, response: latin1.encode(text) });
        this.#swallow = step.swallow;
      }
    }
  }
}
