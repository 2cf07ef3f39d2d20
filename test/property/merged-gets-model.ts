import type { ClientPort } from 'timed-operation/arcus';

/** What the server has done, in its order: a `get` of several keys is one each. */
export interface Done {
  readonly what: string;
  readonly key: string;
  /** What a `get` found, if it did. */
  readonly found?: string | undefined;
}

const latin1 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('latin1');

export const flagsOf = (key: string): number => key.length % 2;

/**
 * Both ends of a connection: it takes what is written, and answers a request, or sends so many bytes of its answers, when it is told to.
 * Keys that begin with `no` are missing; any other holds its name and how often it was set, under the flags of `flagsOf`.
 */
export class MergedGetsModel implements ClientPort {
  readonly done: Done[] = [];
  readonly #sets: Map<string, number>;
  /** What it says to the next `get`s of several keys, and to all that follow; `undefined`: it answers. */
  readonly #refusals: (string | undefined)[];
  readonly #always: string | undefined;
  readonly #written: { readonly bytes: Uint8Array; readonly copy: Buffer }[] = [];
  #requests = '';
  #answers: Buffer = Buffer.alloc(0);
  room = true;
  destroyed = false;
  onData: (bytes: Uint8Array) => void = () => undefined;
  onEnd: () => void = () => undefined;
  onClose: () => void = () => undefined;
  onDrain: () => void = () => undefined;

  constructor(sets: Map<string, number>, refusals: (string | undefined)[], always?: string) {
    this.#sets = sets;
    this.#always = always;
    this.#refusals = refusals;
  }

  write(bytes: Uint8Array): boolean {
    if (latin1(bytes) === 'version\r\n') {
      queueMicrotask(() => this.onData(Buffer.from('VERSION 1.15.0\r\n')));
      return true;
    }
    this.#written.push({ bytes, copy: Buffer.from(bytes) });
    this.#requests += latin1(bytes);
    return this.room;
  }

  end(): void {}

  destroy(): void {
    this.destroyed = true;
  }

  /** Whether all that was written is as it was then: a socket may still hold it. */
  get untouched(): boolean {
    return this.#written.every(({ bytes, copy }) => copy.equals(bytes));
  }

  /** Whether a request that has been written says this. */
  asked(key: string): boolean {
    return this.#written.some(({ copy }) => copy.includes(key, 'latin1'));
  }

  /** Bytes of requests that are not whole, or make no sense. */
  get rest(): string {
    return this.#requests;
  }

  /** Carries so many requests out. */
  serve(count: number): void {
    for (let left = count; left > 0 && !this.destroyed; left--) if (!this.#serveOne()) return;
  }

  /** Sends so many bytes of the answers. Returns whether there were any. */
  send(count: number): boolean {
    if (this.destroyed || this.#answers.length === 0) return false;
    const chunk = Buffer.from(this.#answers.subarray(0, count));
    this.#answers = this.#answers.subarray(chunk.length);
    this.onData(chunk);
    // A socket's buffer is used again.
    chunk.fill(0x21);
    return true;
  }

  #serveOne(): boolean {
    const end = this.#requests.indexOf('\r\n');
    if (end < 0) return false;
    const [what = '', ...words] = this.#requests.slice(0, end).split(' ');
    const [key = ''] = words;
    let size = end + 2;
    if (what === 'set') size += Number(words[3]) + 2;
    if (size > this.#requests.length) return false;
    if (what === 'get' || what === 'gets') this.#get(what, words);
    else if (what === 'set') {
      this.#sets.set(key, (this.#sets.get(key) ?? 0) + 1);
      this.#did({ what, key }, 'STORED');
    } else if (what === 'incr') this.#did({ what, key }, '7');
    else throw new Error(`no request: ${this.#requests.slice(0, 60)}`);
    this.#requests = this.#requests.slice(size);
    return true;
  }

  #get(what: string, keys: readonly string[]): void {
    const refusal = keys.length > 1 ? (this.#refusals.shift() ?? this.#always) : undefined;
    if (refusal !== undefined && refusal !== 'late') {
      for (const key of keys) this.done.push({ what: 'refused', key });
      this.#say(refusal);
      return;
    }
    for (const [at, key] of keys.entries()) {
      if (refusal === 'late' && at > 0) {
        this.done.push({ what: 'refused', key });
        if (at === keys.length - 1) this.#say('SERVER_ERROR out of memory');
        continue;
      }
      const found = key.startsWith('no') ? undefined : `${key} ${this.#sets.get(key) ?? 0}\r\nEND\r\nVALUE ${key} 0 1`;
      this.#did({ what, key, found });
      if (found !== undefined)
        this.#say(`VALUE ${key} ${flagsOf(key)} ${found.length}${what === 'gets' ? ' 5' : ''}`, found);
    }
    if (refusal === undefined || keys.length === 1) this.#say('END');
  }

  #did(done: Done, ...lines: string[]): void {
    this.done.push(done);
    this.#say(...lines);
  }

  #say(...lines: string[]): void {
    if (lines.length === 0) return;
    this.#answers = Buffer.concat([this.#answers, Buffer.from(`${lines.join('\r\n')}\r\n`, 'latin1')]);
  }
}
