import { type ArcusClient, createArcusClient, isArcusTimeoutError, type Transcoder } from 'timed-operation/arcus';
import { ManualRuntime } from 'timed-operation/testing';
import { MergedGetsModel } from './merged-gets-model.ts';
import type { Step } from './merged-gets-steps.ts';

const wireOf = (key: string): string => Buffer.from(key).toString('latin1');

interface PlayOptions {
  readonly textFlags: number;
  readonly failureMode?: 'cancel' | 'retry';
}

/** Bytes as they are, but none that begin with a `b`. */
const picky = (textFlags: number): Transcoder<Uint8Array> => ({
  textFlags,
  encode: (data) => ({ flags: 0, data }),
  decode: (_flags, data) => {
    if (data[0] === 98) throw new Error('no b');
    return data;
  },
});

export interface Call {
  readonly kind: string;
  /** As the server knows it. */
  readonly key: string;
  readonly promise: Promise<unknown> & { cancel(reason?: unknown): unknown };
  gone: boolean;
  /** Whether it was given up while nothing of it was written; known once it has been. */
  unwritten: boolean;
  outcome: { readonly value: unknown } | { readonly reason: unknown } | undefined;
}

/** A client and the other ends of its connections, and what comes of the calls. */
export class Play {
  readonly runtime = new ManualRuntime();
  readonly sets = new Map<string, number>();
  readonly ports: MergedGetsModel[] = [];
  readonly calls: Call[] = [];
  readonly client: ArcusClient<Uint8Array>;

  constructor({ textFlags, ...options }: PlayOptions, refusals: readonly (string | undefined)[], always?: string) {
    const left = [...refusals];
    this.client = createArcusClient<Uint8Array>({
      address: 'cache:11211',
      transcoder: picky(textFlags),
      random: () => 1,
      runtime: this.runtime,
      timeoutThreshold: Number.POSITIVE_INFINITY,
      maxUnanswered: Number.POSITIVE_INFINITY,
      ...options,
      connect: () => {
        const port = new MergedGetsModel(this.sets, left, always);
        this.ports.push(port);
        return port;
      },
    });
  }

  get port(): MergedGetsModel {
    return this.ports.at(-1) as MergedGetsModel;
  }

  get node() {
    return this.client.nodes[0] as ArcusClient['nodes'][0];
  }

  async do(step: Step): Promise<void> {
    const { client, runtime } = this;
    switch (step.kind) {
      case 'get':
        this.#called(
          'get',
          step.key,
          client.kv.get(step.key, { timeout: step.timeout, ...(step.idle && { idle: 40 }) }),
        );
        break;
      case 'gets':
        this.#called('gets', step.key, client.kv.gets(step.key, { timeout: step.timeout }));
        break;
      case 'incr':
        this.#called('incr', step.key, client.kv.incr(step.key, 1, { timeout: step.timeout }));
        break;
      case 'set':
        this.#called(
          'set',
          step.key,
          client.kv.set(step.key, new Uint8Array(step.size).fill(120), { timeout: step.timeout }),
        );
        break;
      case 'cancel': {
        const call = this.calls[this.calls.length - 1 - step.which];
        if (call === undefined || call.gone || call.outcome !== undefined) break;
        call.gone = true;
        const { queued } = this.node;
        call.promise.cancel();
        call.unwritten = this.node.queued < queued && !this.#asked(call.key);
        break;
      }
      case 'settle':
        await runtime.settle();
        break;
      case 'block':
        this.port.room = false;
        break;
      case 'drain':
        this.#drain();
        await runtime.settle();
        break;
      case 'advance':
        await runtime.advanceAsync(step.by);
        break;
      case 'serve':
        this.port.serve(step.by);
        break;
      case 'send':
        this.port.send(step.by);
        await runtime.settle();
        break;
      case 'close':
        void client.close({ drain: step.drain });
        await runtime.settle();
        break;
      case 'break':
        this.port.onClose();
        await runtime.settle();
        break;
    }
  }

  /** Whether a key that is of one call alone has been asked for. */
  #asked(key: string): boolean {
    return key.endsWith(';') && this.ports.some((port) => port.asked(key));
  }

  #drain(): void {
    this.port.room = true;
    this.port.onDrain();
  }

  #called(kind: string, key: string, promise: Call['promise']): void {
    const call: Call = { kind, key: wireOf(key), promise, gone: false, unwritten: false, outcome: undefined };
    this.calls.push(call);
    promise.then(
      (value) => {
        call.outcome = { value };
      },
      (reason: unknown) => {
        call.outcome = { reason };
        if (isArcusTimeoutError(reason) && !reason.written) call.unwritten = true;
      },
    );
  }

  /** Everything that is left is written, carried out and answered, in pieces of that many bytes. */
  async finish(bytes: number): Promise<void> {
    for (let idle = 0, round = 0; idle < 3; round++) {
      if (round > 500) throw new Error('it asks for ever');
      await this.runtime.settle();
      this.#drain();
      await this.runtime.settle();
      this.port.serve(1_000);
      let sent = false;
      while (this.port.send(bytes)) sent = true;
      idle = sent ? 0 : idle + 1;
    }
    await this.runtime.settle();
  }
}
