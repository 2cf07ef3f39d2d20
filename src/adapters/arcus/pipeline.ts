import type { Runtime } from '../../core/runtime.ts';
import { TimedOperation } from '../../core/timed-operation.ts';
import { failWithStack } from '../fail-with-stack.ts';
import { ArcusQueueFullError, ArcusResponseError } from './client-errors.ts';
import type { ClientPort } from './client-port.ts';
import { InFlight } from './in-flight.ts';
import { lostAfter } from './lost-after.ts';
import type { PipelineLimits } from './pipeline-limits.ts';
import type { PipelineOwner } from './pipeline-owner.ts';
import type { ArcusResponse, FailureResponse } from './protocol/response.ts';
import { ResponseDecoder } from './protocol/response-decoder.ts';
import type { ResponseLimits } from './protocol/response-limits.ts';
import type { RequestOperation } from './request.ts';
import { SendQueue } from './send-queue.ts';
import { settleAtOnce } from './settle-at-once.ts';
import { readerOf, type Tombstone } from './tombstone.ts';

/** Where an operation is on its way. */
export type PipelineStage = 'queued' | 'writing' | 'reading';

/** Bytes handed to the connection in one write, or a little more. */
const WRITE_BYTES = 65_536;

/**
 * The operations of one node in strict order: queued, written once a turn of the event loop, answered first in, first out.
 *
 * What is given up before its first byte is written is never written. After that its place stays, as a tombstone that swallows its own
 * response: so no response ever goes to another operation.
 */
export class Pipeline {
  readonly #queue: SendQueue = new SendQueue();
  readonly #inFlight: InFlight = new InFlight();
  readonly #runtime: Runtime;
  readonly #owner: PipelineOwner;
  #limits: PipelineLimits;
  readonly #responseLimits: Partial<ResponseLimits>;
  #decoder: ResponseDecoder;
  #port: ClientPort | undefined;
  /** Number of the first place that the connection has no room for yet; `undefined` while it takes more. */
  #blockedFrom: number | undefined;
  #flushing = false;
  /** Whether an answer has come since the last write: then nothing is gained by waiting for the end of the turn. */
  #moving = true;
  /** Those that mind how long nothing comes. */
  readonly #idling: Set<RequestOperation> = new Set();
  /** Responses that came after their operation was given up. */
  lateResponses = 0;

  constructor(runtime: Runtime, owner: PipelineOwner, limits: PipelineLimits, responseLimits: Partial<ResponseLimits>) {
    this.#runtime = runtime;
    this.#owner = owner;
    this.#limits = limits;
    this.#responseLimits = responseLimits;
    this.#decoder = new ResponseDecoder(responseLimits);
  }

  get queued(): number {
    return this.#queue.count;
  }

  get queuedBytes(): number {
    return this.#queue.bytes;
  }

  get inFlight(): number {
    return this.#inFlight.count;
  }

  get tombstones(): number {
    return this.#inFlight.tombstones;
  }

  /** Operations that somebody waits for. */
  get live(): number {
    return this.#queue.count + this.#inFlight.count - this.#inFlight.tombstones;
  }

  /** When the oldest unanswered operation was written, ms; `undefined` while nothing is in flight. */
  get oldestAt(): number | undefined {
    return this.#inFlight.oldestAt;
  }

  /**
   * Puts an operation at the end of the queue.
   * @throws ArcusArgumentError if an argument breaks a rule, ArcusQueueFullError if there is no room; nothing will be written then.
   */
  submit(operation: RequestOperation): void {
    const { count, bytes } = this.#queue;
    if (count >= this.#limits.maxQueued || bytes >= this.#limits.maxQueuedBytes) {
      throw new ArcusQueueFullError(this.#owner.address, count, bytes);
    }
    this.#queue.add(operation);
    const idleMs = operation.extras?.limits?.idleMs;
    if (idleMs !== undefined && idleMs < Number.POSITIVE_INFINITY) this.#idling.add(operation);
    this.#flushSoon();
  }

  /** Gives an operation up that is queued or in flight. */
  withdraw(operation: RequestOperation): void {
    this.#idling.delete(operation);
    if (!this.#queue.withdraw(operation)) this.#inFlight.withdraw(operation);
  }

  stageOf(operation: RequestOperation): PipelineStage {
    if (!this.#inFlight.has(operation)) return 'queued';
    return operation.data.place >= (this.#blockedFrom ?? Number.POSITIVE_INFINITY) ? 'writing' : 'reading';
  }

  /** Goes on over a new connection. */
  attach(port: ClientPort): void {
    this.#port = port;
    this.#blockedFrom = undefined;
    this.#moving = true;
    this.#decoder = new ResponseDecoder(this.#responseLimits);
    port.onData = (bytes) => {
      if (this.#port === port) this.#receive(bytes);
    };
    port.onDrain = () => {
      if (this.#port !== port) return;
      this.#blockedFrom = undefined;
      this.#flushSoon();
    };
    this.#flushSoon();
  }

  /**
   * The connection is gone. What was in flight is cancelled, unless `again` wants it sent once more: then it stands before what is
   * queued.
   */
  detach(cause: unknown, again: (operation: RequestOperation) => boolean): void {
    this.#port = undefined;
    const kept: RequestOperation[] = [];
    const lost: RequestOperation[] = [];
    for (const operation of this.#inFlight.clear()) {
      if (operation.state !== 'DECIDED') (again(operation) ? kept : lost).push(operation);
    }
    for (const [operation, error] of this.#queue.unshift(kept)) operation.fail(error);
    for (const operation of lost) operation.internalCancel(cause);
  }

  /** Cancels everything that is queued. */
  cancelQueued(cause: unknown): void {
    for (const operation of this.#queue.clear()) operation.internalCancel(cause);
  }

  /** Fails everything that is queued, as it would have been refused: nothing of it was written. What was is cancelled. */
  refuseQueued(reason: (operation: RequestOperation) => Error, cause: unknown): void {
    for (const operation of this.#queue.clear()) {
      this.#idling.delete(operation);
      if (operation.data.again) operation.internalCancel(cause);
      else failWithStack(operation, () => reason(operation));
    }
  }

  #flushSoon(): void {
    const port = this.#port;
    if (this.#flushing || this.#blockedFrom !== undefined || port === undefined || this.#queue.count === 0) return;
    this.#flushing = true;
    if (this.#moving && port.soon !== undefined) port.soon(this.#flush);
    else this.#runtime.scheduler.endOfTurn(this.#flush);
  }

  readonly #flush = (): void => {
    this.#flushing = false;
    const port = this.#port;
    while (port !== undefined && this.#port === port && this.#blockedFrom === undefined) {
      const from = this.#inFlight.tail;
      const idle = this.#inFlight.count === 0;
      if (!this.#queue.take(this.#inFlight, this.#limits, WRITE_BYTES)) return;
      this.#inFlight.written(this.#runtime.clock.now());
      this.#moving = false;
      if (idle) this.#owner.waiting();
      // All is cut before any is written: a write may end the connection, and then the rest is nobody's any more.
      for (const part of this.#queue.cut()) if (!this.#write(port, part, from)) return;
    }
  };

  /** Returns whether the connection is still there. */
  #write(port: ClientPort, part: Uint8Array, from: number): boolean {
    let room: unknown;
    try {
      room = port.write(part);
    } catch (error) {
      // Who knows how much of it was written: whatever comes next would be read as the rest of it.
      if (this.#port === port) this.#owner.broken(error, false);
    }
    if (this.#port !== port) return false;
    if (room === false) this.#blockedFrom = from;
    return true;
  }

  #receive(bytes: Uint8Array): void {
    const decoder = this.#decoder;
    this.#moving = true;
    for (const operation of this.#idling) operation.progress();
    decoder.push(bytes);
    for (;;) {
      const { first } = this.#inFlight;
      if (first !== undefined && decoder.pending === 0) this.#announce(first);
      const response = decoder.next();
      if (response === undefined) break;
      if (response.type === 'failure' && this.#inFlight.mergedUntil !== undefined) this.#askAlone(response);
      else this.#deliver(response, first);
      if (decoder !== this.#decoder || this.#port === undefined) return;
    }
    this.#flushSoon();
  }

  #announce(first: RequestOperation | Tombstone): void {
    const { mergedReader } = this.#inFlight;
    if (mergedReader !== undefined) this.#decoder.expectShape(mergedReader);
    else if (first instanceof TimedOperation) this.#decoder.expect(first.data.command);
    else this.#decoder.expectShape(readerOf(first));
  }

  /** A request for several was refused, and nobody knows on whose account: each is asked again alone. They are reads. */
  #askAlone(response: FailureResponse): void {
    const { count, mergedUntil } = this.#inFlight;
    const operations = this.#inFlight.removeUntil(mergedUntil as number);
    this.lateResponses += count - this.#inFlight.count - operations.length;
    for (const { data } of operations) data.alone = true;
    this.#queue.unshift(operations);
    if (operations.length > 0) this.#owner.answered();
    if (!response.fatal) return;
    // What is wrong with such a request is wrong with the next one, and each would cost a connection.
    if (response.word !== 'SERVER_ERROR') this.#limits = { ...this.#limits, maxMergedGets: 1 };
    this.#owner.broken(lostAfter(response), true);
  }

  #deliver(response: ArcusResponse, first: RequestOperation | Tombstone | undefined): void {
    const operation = first instanceof TimedOperation;
    if (first !== undefined) this.#inFlight.removeFirst(operation);
    if (operation) {
      if (this.#idling.size > 0) this.#idling.delete(first);
      this.#decide(first, response);
    } else this.lateResponses++;
    if (response.fatal) this.#owner.broken(lostAfter(response), first !== undefined);
  }

  #decide(operation: RequestOperation, response: ArcusResponse): void {
    const { data } = operation;
    if (response.type === 'corrupt') operation.fail(response.error);
    else if (response.type === 'failure') {
      const reason = () => new ArcusResponseError(response, data.command, this.#owner.address);
      if (failWithStack(operation, reason)) this.#owner.answered();
    } else if (data.settle.atOnce === true ? settleAtOnce(operation, response) : operation.respond(response)) {
      this.#owner.answered();
    }
  }
}
