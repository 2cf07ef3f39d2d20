import {
  type Deadline,
  defaultRuntime,
  type OperationHooks,
  type Runtime,
  TimedOperation,
  type TimedPromise,
  type TimeoutError,
} from 'timed-operation';
import { LineDecoder } from './line-decoder.ts';
import type { LinePort } from './line-port.ts';

/** What an operation carries: its request, encoded, and whose it is. */
interface Get {
  readonly client: LineClient;
  readonly bytes: Uint8Array;
}
type GetOperation = TimedOperation<string, string, Get>;

const encoder = new TextEncoder();

const hooks: OperationHooks<string, string, Get> = {
  recordTimeout: (operation, error) => operation.data.client.record(operation, error),
  cancelOperation: (operation) => operation.data.client.withdraw(operation),
  decode: (line) => {
    if (line.startsWith('ERROR ')) throw new Error(line.slice('ERROR '.length));
    return line;
  },
};

/** One line out, one line back, in order. */
export class LineClient {
  timeouts = 0;
  readonly #port: LinePort;
  readonly #runtime: Runtime;
  readonly #lines: LineDecoder = new LineDecoder();
  /** Asked, and not yet written. */
  readonly #queue: Set<GetOperation> = new Set();
  /** Written, and not yet answered. Who is decided stays in its place, and swallows its own line. */
  readonly #inFlight: GetOperation[] = [];
  #lost: Error | undefined;

  constructor(port: LinePort, runtime: Runtime = defaultRuntime) {
    this.#port = port;
    this.#runtime = runtime;
    port.ondata = (bytes) => this.#receive(bytes);
    port.onclose = (error) => this.#close(error ?? new Error('The connection was closed'));
  }

  get(key: string, limit: Deadline | number): TimedPromise<string> {
    // Encoding comes before the limit; the queue, the way there and back and the server's time are within.
    const data = { client: this, bytes: encoder.encode(`${key}\n`) };
    const operation: GetOperation = new TimedOperation(this.#runtime, hooks, data, { name: `get ${key}` });
    if (operation.submit((each) => this.#enqueue(each))) operation.arm(limit);
    return operation.promise();
  }

  /** Somebody gave it up. Not written, it never will be; written, its line is on its way, and its place stays. */
  withdraw(operation: GetOperation): void {
    if (this.#queue.delete(operation)) operation.fail(new Error('It was never written'));
  }

  /** One of its operations timed out: where it was, goes on the error. */
  record(operation: GetOperation, error: TimeoutError): void {
    this.timeouts++;
    error.written = !this.#queue.has(operation);
    error.stage = error.written ? 'reading' : 'queued';
  }

  /** Everything asked in one turn of the loop is one write. */
  #enqueue(operation: GetOperation): void {
    if (this.#lost !== undefined) throw this.#lost;
    this.#queue.add(operation);
    if (this.#queue.size === 1) this.#runtime.scheduler.endOfTurn(() => this.#flush());
  }

  #flush(): void {
    const operations = [...this.#queue];
    this.#queue.clear();
    this.#inFlight.push(...operations);
    for (const { data } of operations) this.#port.write(data.bytes);
  }

  #receive(bytes: Uint8Array): void {
    try {
      for (const line of this.#lines.push(bytes)) {
        const operation = this.#inFlight.shift();
        if (operation === undefined) throw new Error(`Expected no line, got '${line}'`);
        operation.respond(line);
      }
    } catch (error) {
      // Who was next is no longer known: nothing that comes now may be believed.
      this.#port.destroy(error as Error);
      this.#close(error as Error);
    }
  }

  #close(cause: Error): void {
    this.#lost ??= cause;
    const waiting = [...this.#inFlight.splice(0), ...this.#queue];
    this.#queue.clear();
    for (const operation of waiting) {
      operation.internalCancel(this.#lost);
      operation.fail(this.#lost); // No line will come: its work has ended.
    }
  }
}
