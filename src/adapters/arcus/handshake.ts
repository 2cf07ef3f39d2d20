import { after, type Waiting } from '../../core/after.ts';
import type { Runtime } from '../../core/runtime.ts';
import { ArcusConnectionError } from './client-errors.ts';
import type { ClientPort } from './client-port.ts';
import { encodeCommand } from './protocol/command-writer.ts';
import { ResponseDecoder } from './protocol/response-decoder.ts';

const version = { type: 'version' } as const;

/**
 * The version exchange that makes a connection one. Connecting and exchanging are under one limit: a listener that accepts and says
 * nothing is no node.
 */
export class Handshake {
  readonly #address: string;
  readonly #limitMs: number;
  readonly #port: ClientPort;
  readonly #timer: Waiting;
  readonly #decoder: ResponseDecoder = new ResponseDecoder();
  readonly #done: (version: string) => void;
  readonly #failed: (cause: ArcusConnectionError) => void;
  #over = false;

  /** One of the two is called, once, and neither after `stop`. */
  constructor(
    runtime: Runtime,
    port: ClientPort,
    { address, limitMs, referenced }: { address: string; limitMs: number; referenced: boolean },
    done: (version: string) => void,
    failed: (cause: ArcusConnectionError) => void,
  ) {
    this.#address = address;
    this.#limitMs = limitMs;
    this.#port = port;
    this.#done = done;
    this.#failed = failed;
    port.onData = (bytes) => this.#receive(bytes);
    port.onEnd = () => this.#fail('closed before it told its version');
    port.onClose = () => this.#fail(port.error?.message ?? 'closed before it told its version', port.error);
    this.#timer = after(runtime, limitMs, () => this.#expire(), { ref: referenced });
    this.#decoder.expect(version);
    try {
      port.write(encodeCommand(version));
    } catch (error) {
      this.#fail('could not be asked for its version', error);
    }
  }

  stop(): void {
    this.#over = true;
    this.#timer.cancel();
  }

  #expire(): void {
    this.#fail(`no connection with a version within ${this.#limitMs} ms`);
  }

  #receive(bytes: Uint8Array): void {
    if (this.#over) return;
    this.#decoder.push(bytes);
    const response = this.#decoder.next();
    if (response === undefined) return;
    const extra = this.#decoder.next();
    if (response.type !== 'version') this.#fail(`expected a version, got a ${response.type}`);
    else if (extra !== undefined) this.#fail('sent more than its version');
    else {
      this.stop();
      this.#done(response.value);
    }
  }

  #fail(what: string, cause?: unknown): void {
    if (this.#over) return;
    this.stop();
    this.#port.destroy();
    this.#failed(new ArcusConnectionError(this.#address, what, cause));
  }
}
