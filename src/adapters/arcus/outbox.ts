import type { Command } from './protocol/command.ts';
import { CommandWriter } from './protocol/command-writer.ts';

const nothing = new Uint8Array(0);
/** A request of so many bytes is not worth copying: what comes before it is a part of its own. */
const LARGE = 1_024;
/** `get`: behind it come a blank and the key. */
const GET = 3;
/** CRLF. */
const LINE_END = 2;

/** Requests that are encoded and not written yet, in their order. One is taken out, or goes into the next write. */
export class Outbox {
  readonly #writer: CommandWriter = new CommandWriter();
  /** What was taken from the writer, in its order: each of whole requests. */
  readonly #sealed: Uint8Array[] = [];
  /** What comes first of it; done with up to `#from`. */
  #taken: Uint8Array = nothing;
  #from = 0;
  /** What goes into the next write: parts, and then the bytes of `#taken` from `#start` to `#end`, never behind `#from`. */
  #parts: Uint8Array[] = [];
  #start = 0;
  #end = 0;

  /**
   * Appends a request. Returns how many bytes it has.
   * @throws ArcusArgumentError if an argument breaks a rule; nothing has been appended then
   */
  add(command: Command): number {
    const sealed = this.#writer.seal();
    if (sealed !== undefined) this.#sealed.push(sealed);
    const before = this.#writer.length;
    this.#writer.write(command);
    return this.#writer.length - before;
  }

  /** Takes the first request out, of so many bytes. */
  take(size: number): Uint8Array {
    this.#next();
    const from = this.#from;
    this.#from += size;
    return this.#taken.subarray(from, this.#from);
  }

  /** The first request goes into the next write. */
  pass(size: number): void {
    this.#next();
    if (this.#start === this.#end || (this.#end < this.#from && size > LARGE)) this.#endPart();
    this.#move(this.#from, this.#from + size);
  }

  /** The first request is a `get`, as the one that was passed before: its key goes into that one's line. Returns whether it could. */
  merge(size: number): boolean {
    if (this.#start === this.#end || this.#from === this.#taken.length) return false;
    this.#end -= LINE_END;
    this.#move(this.#from + GET, this.#from + size);
    return true;
  }

  /** What was passed since the last call. Those bytes are never touched again. */
  cut(): Uint8Array[] {
    this.#endPart();
    const parts = this.#parts;
    this.#parts = [];
    return parts;
  }

  /** Puts these requests in front of everything. */
  unshift(requests: Uint8Array): void {
    if (this.#from < this.#taken.length) this.#sealed.unshift(this.#taken.subarray(this.#from));
    this.#begin(requests);
  }

  /** Holds these requests and no others. */
  refill(requests: readonly Uint8Array[]): void {
    this.#writer.take();
    this.#sealed.length = 0;
    this.#begin(joined(requests));
  }

  /** Whoever passes or takes a request that is there finds it at `#from` now. */
  #next(): void {
    if (this.#from < this.#taken.length) return;
    this.#endPart();
    this.#begin(this.#sealed.shift() ?? this.#writer.take());
  }

  #begin(bytes: Uint8Array): void {
    this.#taken = bytes;
    this.#from = this.#start = this.#end = 0;
  }

  #endPart(): void {
    if (this.#start < this.#end) this.#parts.push(this.#taken.subarray(this.#start, this.#end));
    this.#start = this.#end = this.#from;
  }

  /** Appends these bytes of `#taken` to the part, and is done with them. */
  #move(from: number, to: number): void {
    const bytes = this.#taken;
    let end = this.#end;
    if (end === from) end = to;
    else for (let at = from; at < to; at++) bytes[end++] = bytes[at] as number;
    this.#end = end;
    this.#from = to;
  }
}

/** In memory of their own. */
function joined(requests: readonly Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(requests.reduce((sum, request) => sum + request.length, 0));
  let at = 0;
  for (const request of requests) {
    bytes.set(request, at);
    at += request.length;
  }
  return bytes;
}
