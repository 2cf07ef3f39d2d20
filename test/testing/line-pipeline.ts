import { type OperationHooks, type Runtime, TimedOperation } from 'timed-operation';
import type { Port } from 'timed-operation/testing';

export interface Request {
  readonly key: string;
  submitted: boolean;
  written: boolean;
}

export type LineOperation = TimedOperation<string, string, Request>;

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/**
 * A small pipelined client, for the harness's own tests: a line a request, a line a response, in order, at most `window` in flight. Its
 * parts are methods, so that a mutant can replace one.
 */
export class LinePipeline {
  readonly runtime: Runtime;
  readonly port: Port;
  readonly window: number;
  /** Hears of each request just before its bytes go out. */
  readonly wrote: (operation: LineOperation) => void;
  queue: LineOperation[] = [];
  /** Written and not answered; a decided one keeps its place, and swallows its own response. */
  inFlight: LineOperation[] = [];
  /** In the order of their completions. */
  readonly completed: LineOperation[] = [];
  text = '';
  over = false;
  readonly hooks: OperationHooks<string, string, Request> = {
    recordTimeout() {},
    cancelOperation: (operation) => this.takeOff(operation),
    complete: (operation) => this.completed.push(operation),
  };

  constructor(runtime: Runtime, port: Port, window: number, wrote: (operation: LineOperation) => void) {
    this.runtime = runtime;
    this.port = port;
    this.window = window;
    this.wrote = wrote;
    port.ondata = (bytes) => this.receive(bytes);
    port.onend = () => this.peerEnded();
    port.onclose = () => this.lose();
  }

  request(key: string, timeout: number): LineOperation {
    const operation = this.make(key);
    if (this.over) operation.internalCancel(new Error('The connection is closed'));
    else if (operation.submit((each) => this.enqueue(each))) operation.arm(timeout);
    return operation;
  }

  make(key: string): LineOperation {
    return new TimedOperation(this.runtime, this.hooks, { key, submitted: false, written: false }, { name: key });
  }

  enqueue(operation: LineOperation): void {
    operation.data.submitted = true;
    this.queue.push(operation);
    this.flush();
  }

  flush(): void {
    while (this.inFlight.length < this.window) {
      const operation = this.queue.shift();
      if (operation === undefined) return;
      this.write(operation);
    }
  }

  write(operation: LineOperation): void {
    operation.data.written = true;
    this.wrote(operation);
    this.inFlight.push(operation);
    this.port.write(encoder.encode(`${operation.data.key}\n`));
  }

  takeOff(operation: LineOperation): void {
    if (!operation.data.written) this.queue = this.queue.filter((each) => each !== operation);
  }

  receive(bytes: Uint8Array): void {
    this.text += decoder.decode(bytes);
    for (let end = this.text.indexOf('\n'); end >= 0; end = this.text.indexOf('\n')) {
      const line = this.text.slice(0, end);
      this.text = this.text.slice(end + 1);
      this.answer(line);
    }
    this.flush();
  }

  answer(line: string): void {
    const operation = this.inFlight.shift();
    if (operation === undefined) this.port.destroy(new Error(`Expected no response, got ${line}`));
    else operation.respond(line);
  }

  peerEnded(): void {
    this.lose();
    this.port.end();
  }

  lose(): void {
    if (this.over) return;
    this.over = true;
    const lost = [...this.inFlight, ...this.queue];
    this.inFlight = [];
    this.queue = [];
    for (const operation of lost) operation.internalCancel(new Error('The connection was lost'));
  }
}
