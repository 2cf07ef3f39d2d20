import { checkLimit } from '../core/deadline.ts';
import { expect } from '../core/errors.ts';
import type { Faults } from './faults.ts';
import { PipeDirection } from './pipe-direction.ts';
import type { StateHash } from './state-hash.ts';
import type { StepList } from './step.ts';
import type { World } from './world.ts';

/** One end of a simulated connection. Its callbacks run as steps of their own, never inside a call of the other end. */
export interface Port {
  /** Whether writing still makes sense: neither ended nor closed. */
  readonly writable: boolean;
  /** Whether both directions are over. */
  readonly closed: boolean;
  /** Bytes have come. Until there is a listener they wait, as they do for a socket that nobody reads. */
  ondata: ((bytes: Uint8Array) => void) | undefined;
  /** The other side writes no more. */
  onend: (() => void) | undefined;
  /** The connection is over: with the error that broke it, if one did. Once. */
  onclose: ((error?: Error) => void) | undefined;
  /** Hands bytes to the network. Returns false when it is not writable: they go nowhere. */
  write(bytes: Uint8Array): boolean;
  /** Writes no more. */
  end(): void;
  /** Ends both directions at once. */
  destroy(error?: Error): void;
}

/** A connection: two ends, and what is on its way between them. */
export class Pipe {
  readonly client: Port;
  readonly server: Port;
  /** How many faults it may still have. */
  budget: number;
  readonly world: World;
  readonly faults: Faults;
  readonly name: string;
  readonly #directions: readonly [PipeDirection, PipeDirection];

  constructor(world: World, faults: Faults, name: string) {
    this.world = world;
    this.faults = faults;
    this.name = name;
    this.budget = faults.budget ?? 1;
    const { split, delay } = faults;
    expect(this.budget >= 0, 'budget', 'a number of faults, 0 or more', this.budget);
    if (delay !== undefined) checkLimit('delay', delay);
    for (const at of typeof split === 'object' ? split : []) {
      expect(Number.isInteger(at) && at > 0, 'split', "'each-byte', or places after the first byte: 1 or more", at);
    }
    if (faults.reorder === true && (faults.split !== undefined || faults.merge === true)) {
      throw new TypeError(
        'Expected `reorder` on datagrams alone: what may be split or merged is a stream, and keeps its order',
      );
    }
    const client = new PipeEnd(this);
    const server = new PipeEnd(this);
    this.#directions = [
      new PipeDirection(this, 'server', client, server),
      new PipeDirection(this, 'client', server, client),
    ];
    client.out = this.#directions[0];
    server.out = this.#directions[1];
    client.other = server;
    server.other = client;
    this.client = client;
    this.server = server;
    if (faults.halfClose === true) this.#fault('half-close', () => server.end());
    if (faults.reset === true) this.#fault('reset', () => this.#reset());
  }

  enabled(list: StepList): void {
    for (const direction of this.#directions) direction.enabled(list);
  }

  /** A deadline has passed: what was held for that goes on. Returns whether anything was. */
  release(): boolean {
    let released = false;
    for (const direction of this.#directions) if (direction.release()) released = true;
    return released;
  }

  #fault(text: string, act: () => void): void {
    const spend = () => {
      if (this.budget <= 0 || this.client.closed) return;
      this.budget--;
      act();
    };
    this.world.anytime(`${text}${this.name}`, spend, { lane: 'net', maybe: true });
  }

  /** Both sides learn that the connection broke. */
  #reset(): void {
    const error = Object.assign(new Error('The connection was reset'), { code: 'ECONNRESET' });
    (this.client as PipeEnd).close(error);
    (this.server as PipeEnd).close(error);
  }

  hash(state: StateHash): void {
    state.add(this.budget);
    for (const direction of this.#directions) direction.hash(state);
  }
}

/** @internal */
export class PipeEnd implements Port {
  ondata: ((bytes: Uint8Array) => void) | undefined = undefined;
  onend: (() => void) | undefined = undefined;
  onclose: ((error?: Error) => void) | undefined = undefined;
  closed = false;
  ended = false;
  out: PipeDirection | undefined;
  other: PipeEnd | undefined;
  readonly #pipe: Pipe;

  constructor(pipe: Pipe) {
    this.#pipe = pipe;
  }

  get writable(): boolean {
    return !this.ended && !this.closed;
  }

  write(bytes: Uint8Array): boolean {
    if (!this.writable) return false;
    // A copy: the writer may use its buffer again.
    this.out?.push(bytes.slice());
    return true;
  }

  end(): void {
    if (!this.writable) return;
    this.ended = true;
    this.out?.end();
  }

  destroy(error?: Error): void {
    if (this.closed) return;
    this.ended = true;
    this.out?.end();
    this.close(error);
  }

  /** The end of this side, told once, in a step of its own. */
  close(error?: Error): void {
    if (this.closed) return;
    this.closed = true;
    const side = this === this.#pipe.client ? 'client' : 'server';
    this.#pipe.world.anytime(`close ${side}${this.#pipe.name}`, () => this.onclose?.(error), { lane: 'net' });
  }
}
