import type { BytePort } from '../../node/byte-port.ts';
import type { FaultPlan, Strike } from './faults/fault-plan.ts';
import { latin1 } from './latin1.ts';
import type { ServerScheduler } from './server-scheduler.ts';
import type { ServerSession } from './session/server-session.ts';

/** A connection that calls for more bytes than this, by one piece of input or behind a fault, is broken rather than served from memory without bounds. */
const MOST_AT_ONCE = 256 * 1024 * 1024;

/** One connection of a server: feeds the session with what its port brings, and writes the responses, each as its fault will have it. */
export class ServerConnection {
  readonly number: number;
  readonly #port: BytePort;
  readonly #session: ServerSession;
  readonly #faults: FaultPlan;
  readonly #scheduler: ServerScheduler;
  /** What is still to be done, in order; `next` starts the following one. */
  readonly #queue: ((next: () => void) => void)[] = [];
  readonly #timers = new Set<{ cancel(): void }>();
  /** Bytes of the responses that wait in the queue. */
  #held = 0;
  #busy = false;
  #closed = false;

  constructor(
    number: number,
    port: BytePort,
    session: ServerSession,
    faults: FaultPlan,
    scheduler: ServerScheduler,
    closed: () => void,
  ) {
    this.number = number;
    this.#port = port;
    this.#session = session;
    this.#faults = faults;
    this.#scheduler = scheduler;
    port.onData = (bytes) => this.#read(bytes);
    port.onEnd = () => this.#enqueue(() => port.end());
    port.onClose = () => {
      this.#stop();
      closed();
    };
  }

  destroy(): void {
    this.#stop();
    this.#port.destroy();
  }

  #read(bytes: Uint8Array): void {
    if (this.#session.closed) {
      // It is closed as far as the server goes: whoever writes on breaks it.
      this.#port.destroy();
      return;
    }
    if (this.#closed) return;
    let length = 0;
    this.#session.feed(bytes, ({ request, response }) => {
      length += response.length;
      this.#held += response.length;
      if (Math.max(length, this.#held) > MOST_AT_ONCE) this.destroy();
      const strike = this.#faults.strikeResponse(this.number, request);
      this.#enqueue((next) => {
        this.#held -= response.length;
        if (strike) this.#struck(strike, response, next);
        else this.#write(response, next);
      });
    });
    // The real server closes without a word; what it has answered before still arrives.
    if (this.#session.closed) this.#enqueue(() => this.#port.end());
  }

  #struck({ fault, hold }: Strike, response: Uint8Array, next: () => void): void {
    const write = (): void => this.#write(response, next);
    switch (fault.kind) {
      case 'hang':
        hold(write);
        return;
      case 'delay':
        this.#after(fault.ms, write);
        return;
      case 'slow':
        this.#writeSlowly(response, fault.bytes, fault.ms, next);
        return;
      case 'line':
        this.#write(latin1.encode(`${fault.text}\r\n`), next);
        return;
      case 'drop':
        this.#port.write(response.subarray(0, fault.bytes ?? 0));
        this.destroy();
        return;
      case 'halfClose':
        this.#port.write(response.subarray(0, fault.bytes ?? 0));
        this.#port.end();
    }
  }

  #write(bytes: Uint8Array, next: () => void): void {
    this.#port.write(bytes);
    next();
  }

  #writeSlowly(bytes: Uint8Array, step: number, ms: number, next: () => void): void {
    if (bytes.length === 0) {
      next();
      return;
    }
    this.#after(ms, () => {
      this.#port.write(bytes.subarray(0, step));
      this.#writeSlowly(bytes.subarray(step), step, ms, next);
    });
  }

  #after(ms: number, task: () => void): void {
    let timer: { cancel(): void } | undefined;
    timer = this.#scheduler.after(ms, () => {
      if (timer !== undefined) this.#timers.delete(timer);
      task();
    });
    if (timer !== undefined) this.#timers.add(timer);
  }

  #enqueue(work: (next: () => void) => void): void {
    if (this.#closed) return;
    this.#queue.push(work);
    if (!this.#busy) this.#run();
  }

  /** Works off the queue until something has to wait. (A loop: behind a fault there may be very many responses.) */
  #run(): void {
    for (let work = this.#queue.shift(); work !== undefined; work = this.#queue.shift()) {
      this.#busy = true;
      let running = true;
      work(() => {
        this.#busy = false;
        if (!running) this.#run();
      });
      running = false;
      if (this.#busy) return;
    }
  }

  #stop(): void {
    this.#closed = true;
    this.#queue.length = 0;
    for (const timer of this.#timers) timer.cancel();
    this.#timers.clear();
  }
}
