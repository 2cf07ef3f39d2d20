import { latin1 } from '../latin1.ts';

const CRLF = '\r\n';

/** Response bytes under construction. */
export class Reply {
  readonly #parts: (string | Uint8Array)[] = [];
  #length = 0;

  /** Bytes so far. */
  get length(): number {
    return this.#length;
  }

  line(text: string): this {
    return this.#add(text).#add(CRLF);
  }

  /** A line that ends in data: `head` must bring the blank before it. */
  data(head: string, data: Uint8Array): this {
    return this.#add(head).#add(data).#add(CRLF);
  }

  bytes(): Uint8Array {
    const bytes = new Uint8Array(this.#length);
    let at = 0;
    for (const part of this.#parts) {
      if (typeof part === 'string') latin1.encodeInto(part, bytes, at);
      else bytes.set(part, at);
      at += part.length;
    }
    return bytes;
  }

  #add(part: string | Uint8Array): this {
    this.#parts.push(part);
    this.#length += part.length;
    return this;
  }
}
