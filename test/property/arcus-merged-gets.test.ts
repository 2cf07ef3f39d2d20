import fc from 'fast-check';
import { isCancelledError } from 'timed-operation';
import {
  type ArcusClient,
  ArcusClosedError,
  ArcusNodeDownError,
  createArcusClient,
  isArcusTimeoutError,
  type Transcoder,
} from 'timed-operation/arcus';
import { ManualRuntime } from 'timed-operation/testing';
import { expect, test } from 'vitest';
import { flagsOf, MergedGetsModel } from './merged-gets-model.ts';

const numRuns = process.env['TIMED_OPERATION_NIGHTLY'] === '1' ? 20_000 : 300;
const keys = ['a', 'b', 'no', 'é', 'Ã©', '한', `l${'x'.repeat(1_200)}`, `m${'y'.repeat(6_000)}`];
const wireOf = (key: string): string => Buffer.from(key).toString('latin1');

type Step =
  | { readonly kind: 'get' | 'gets' | 'incr'; readonly key: string; readonly timeout: number; readonly idle: boolean }
  | { readonly kind: 'set'; readonly key: string; readonly size: number; readonly timeout: number }
  | { readonly kind: 'cancel'; readonly which: number }
  | { readonly kind: 'advance' | 'serve' | 'send'; readonly by: number }
  | { readonly kind: 'close'; readonly drain: number }
  | { readonly kind: 'settle' | 'block' | 'drain' | 'break' };

const timeout = fc.constantFrom(1e6, 1e6, 20, 50);
const key = fc.constantFrom(...keys);
const get: fc.Arbitrary<Step> = fc.record({
  kind: fc.constant('get' as const),
  key,
  timeout,
  idle: fc.constantFrom(false, false, true),
});
const calm: fc.Arbitrary<Step> = fc.oneof(
  { weight: 12, arbitrary: get },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constantFrom('gets' as const, 'incr' as const),
      key,
      timeout,
      idle: fc.constant(false),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('set' as const),
      key,
      size: fc.constantFrom(1, 900, 1_100, 30_000, 70_000),
      timeout,
    }),
  },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('cancel' as const), which: fc.nat(20) }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('settle' as const) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constantFrom('block' as const, 'drain' as const) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('advance' as const), by: fc.constantFrom(10, 20, 30) }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('serve' as const), by: fc.integer({ min: 1, max: 6 }) }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('send' as const), by: fc.integer({ min: 1, max: 300 }) }) },
);
const stormy: fc.Arbitrary<Step> = fc.oneof(
  { weight: 60, arbitrary: calm },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('break' as const) }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('close' as const),
      drain: fc.constantFrom(0, 25, Number.POSITIVE_INFINITY),
    }),
  },
);
const refusal = fc.constantFrom(
  undefined,
  'late',
  'SERVER_ERROR out of memory writing get response',
  'CLIENT_ERROR bad command line format',
  'ERROR unknown command',
);
const limits = fc.record({
  textFlags: fc.constantFrom(-1, 0, 1),
  maxMergedGets: fc.constantFrom(1, 2, 3, 100),
  maxInFlight: fc.constantFrom(1, 3, 1_000),
  maxInFlightBytes: fc.constantFrom(100, 40_000, 1e9),
});

interface Options {
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

/** Whether a call may be answered so by the server's word on its key; `text`: whether that comes as text. */
function right({ kind, outcome }: Call, found: string | undefined, text: boolean): boolean {
  if (outcome === undefined) return false;
  const throws = found?.startsWith('b') === true && !(text && kind === 'get');
  if ('reason' in outcome) return throws && outcome.reason instanceof Error && outcome.reason.message === 'no b';
  if (throws) return false;
  const value = kind === 'gets' ? (outcome.value as { value: unknown } | undefined)?.value : outcome.value;
  if (found === undefined) return value === undefined;
  if (kind === 'get' && (typeof value === 'string') !== text) return false;
  return Buffer.from(value as string).toString('latin1') === found;
}

interface Call {
  readonly kind: string;
  /** As the server knows it. */
  readonly key: string;
  readonly promise: Promise<unknown> & { cancel(reason?: unknown): unknown };
  gone: boolean;
  /** Whether it was given up while nothing of it was written; known once it has been. */
  unwritten: boolean;
  outcome: { readonly value: unknown } | { readonly reason: unknown } | undefined;
}

class Play {
  readonly runtime = new ManualRuntime();
  readonly sets = new Map<string, number>();
  readonly ports: MergedGetsModel[] = [];
  readonly calls: Call[] = [];
  readonly client: ArcusClient<Uint8Array>;

  constructor({ textFlags, ...options }: Options, refusals: readonly (string | undefined)[], always?: string) {
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

/** Whether the client would not have it: nothing of it may have been written. */
function refused({ outcome }: Call): boolean {
  return (
    outcome !== undefined &&
    'reason' in outcome &&
    (outcome.reason instanceof ArcusClosedError || outcome.reason instanceof ArcusNodeDownError)
  );
}

/** Whether it was given up. */
function lost({ outcome }: Call): boolean {
  if (outcome === undefined || !('reason' in outcome)) return false;
  return isCancelledError(outcome.reason) || isArcusTimeoutError(outcome.reason);
}

test('gets that travel together are each answered as if they travelled alone, and what is given up unwritten is not written', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(calm, { minLength: 5, maxLength: 60 }),
      limits,
      fc.constantFrom(1, 7, 5_000),
      async (steps, options, bytes) => {
        const play = new Play(options, []);
        await play.runtime.settle();
        for (const step of steps) await play.do(step);
        await play.finish(bytes);
        const { done } = play.port;
        const written = play.calls.filter((call) => !call.unwritten);
        expect(done.map(({ what, key }) => `${what} ${key}`)).toEqual(written.map(({ kind, key }) => `${kind} ${key}`));
        for (const [at, call] of written.entries()) {
          const { kind, key, outcome } = call;
          expect(outcome).toBeDefined();
          if (lost(call)) continue;
          if (kind === 'get' || kind === 'gets') {
            expect(call).toSatisfy(() => right(call, done[at]?.found, flagsOf(key) === options.textFlags));
          } else expect(outcome).toEqual({ value: kind === 'set' ? true : 7n });
        }
        expect(play.ports).toHaveLength(1);
        expect(play.port).toMatchObject({ untouched: true, rest: '' });
        expect(play.node).toMatchObject({ queued: 0, inFlight: 0, tombstones: 0, oldestUnansweredMs: 0 });
        const late = written.filter(lost).length;
        expect(play.node.lateResponses).toBe(late);
        await play.client.close();
        expect(play.runtime).toMatchObject({ armed: 0, undecided: 0 });
      },
    ),
    { numRuns },
  );
});

test('whatever is refused, and whenever the connection breaks: every call ends, with its own answer, and only reads are asked twice', async () => {
  const failureMode = fc.constantFrom('cancel' as const, 'retry' as const);
  const program = fc.record({
    steps: fc.array(stormy, { minLength: 5, maxLength: 60 }),
    refusals: fc.array(refusal, { maxLength: 12 }),
    always: fc.oneof({ weight: 3, arbitrary: fc.constant(undefined) }, refusal),
    bytes: fc.constantFrom(1, 7, 5_000),
  });
  await fc.assert(
    fc.asyncProperty(program, limits, failureMode, async ({ steps, refusals, always, bytes }, options, failureMode) => {
      const play = new Play({ ...options, failureMode }, refusals, always);
      await play.runtime.settle();
      // Each call has a key of its own here: what was done for whom is then beyond doubt.
      for (const [at, step] of steps.entries())
        await play.do('key' in step ? { ...step, key: `${step.key}:${at};` } : step);
      for (let round = 0; round < 20 && play.calls.some(({ outcome }) => outcome === undefined); round++) {
        await play.finish(bytes);
        await play.runtime.advanceAsync(1_000);
      }
      await play.finish(bytes);
      for (const call of play.calls) {
        const { kind, key, outcome } = call;
        const done = play.ports.flatMap((port) => port.done.filter((each) => each.key === key));
        if (kind === 'set' || kind === 'incr') expect(done.length).toBeLessThanOrEqual(1);
        if (call.unwritten || refused(call)) expect(play.ports.some((port) => port.asked(key))).toBe(false);
        if (lost(call) || refused(call)) continue;
        const last = done.at(-1);
        expect(last?.what).toBe(kind);
        if (kind === 'get' || kind === 'gets') {
          expect(call).toSatisfy(() => right(call, last?.found, flagsOf(key) === options.textFlags));
        } else expect(outcome).toEqual({ value: kind === 'set' ? true : 7n });
      }
      for (const port of play.ports) expect(port.untouched).toBe(true);
      expect(play.node).toMatchObject({ queued: 0, inFlight: 0, tombstones: 0, oldestUnansweredMs: 0 });
      await play.client.close();
      expect(play.runtime).toMatchObject({ armed: 0, undecided: 0 });
    }),
    { numRuns },
  );
});
