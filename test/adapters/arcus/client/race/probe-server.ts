import type { Port } from 'timed-operation/testing';

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/**
 * The other end of an explored connection: it knows every key but those that begin with `no`, a key is its own value, `set` stores and
 * `add` does not. It remembers what of a request it has seen, and which changes it was asked for.
 */
export class ProbeServer {
  /** What has come of a request that is not complete. */
  asked = '';
  /** The keys that were changed, as often as they were. */
  readonly changed: string[] = [];
  onChange: (key: string) => void = () => undefined;
  readonly #port: Port;
  readonly #refusal: string | undefined;

  /** @param refusal what it says to a `get` of several keys; by default it answers that. */
  constructor(port: Port, refusal?: string) {
    this.#port = port;
    this.#refusal = refusal;
    port.ondata = (bytes) => {
      this.asked += decoder.decode(bytes);
      while (this.#answer());
    };
  }

  #answer(): boolean {
    const lines = this.asked.split('\r\n');
    const [head = ''] = lines;
    // What has not come to an end has no line behind it.
    const has = (count: number) => lines.length > count;
    if (!has(1)) return false;
    const [command = '', key = ''] = head.split(' ');
    if (command === 'version') return this.#reply(1, lines, ['VERSION 1.15.0']);
    if (command === 'get' || command === 'mget') {
      const count = command === 'get' ? 1 : 2;
      if (!has(count)) return false;
      const keys = (command === 'get' ? head.slice('get '.length) : (lines[1] as string)).split(' ');
      if (command === 'get' && keys.length > 1 && this.#refusal !== undefined) {
        return this.#reply(count, lines, [this.#refusal]);
      }
      const known = keys.filter((each) => !each.startsWith('no'));
      return this.#reply(count, lines, [...known.flatMap((each) => [`VALUE ${each} 0 ${each.length}`, each]), 'END']);
    }
    // A pipe is two inserts; everything else is a line and its data.
    const piped = head.endsWith(' pipe');
    if (!has(piped ? 4 : 2)) return false;
    const item = command === 'lop' ? (head.split(' ')[2] as string) : key;
    this.changed.push(item);
    this.onChange(item);
    if (piped) return this.#reply(4, lines, ['RESPONSE 2', 'STORED', 'CREATED_STORED', 'END']);
    return this.#reply(2, lines, [command === 'add' ? 'NOT_STORED' : 'STORED']);
  }

  #reply(taken: number, lines: readonly string[], answer: readonly string[]): true {
    this.asked = lines.slice(taken).join('\r\n');
    this.#port.write(encoder.encode(answer.map((line) => `${line}\r\n`).join('')));
    return true;
  }
}
