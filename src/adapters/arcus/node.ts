import { after, type Waiting } from '../../core/after.ts';
import type { TimeoutError } from '../../core/errors.ts';
import type { Runtime } from '../../core/runtime.ts';
import { BackOff } from './back-off.ts';
import { ArcusClosedError, ArcusConnectionError, ArcusNodeDownError } from './client-errors.ts';
import type { ClientPort } from './client-port.ts';
import { ContinuousTimeouts } from './continuous-timeouts.ts';
import { Handshake } from './handshake.ts';
import { isRead } from './is-read.ts';
import type { NodeState } from './node-options.ts';
import type { NodeSettings } from './node-settings.ts';
import { NodeStates } from './node-states.ts';
import { Pipeline } from './pipeline.ts';
import type { PipelineOwner } from './pipeline-owner.ts';
import type { RequestOperation } from './request.ts';
import { describeTimeout } from './timeout-details.ts';
import { UnansweredWatch } from './unanswered-watch.ts';

/** One server: its connection, and everything on the way to it and back. It connects on its own, again and again, until it is closed. */
export class ArcusNode implements PipelineOwner {
  readonly address: string;
  readonly #runtime: Runtime;
  readonly #settings: NodeSettings;
  readonly #pipeline: Pipeline;
  readonly #timeouts: ContinuousTimeouts;
  readonly #backOff: BackOff;
  readonly #watch: UnansweredWatch;
  readonly #states: NodeStates;
  #port: ClientPort | undefined;
  #handshake: Handshake | undefined;
  /** The next attempt to connect. */
  #retry: Waiting | undefined;
  /** Whether operations may wait for the connection that is being made: the first one, or one that replaces a good one. */
  #admits = true;
  /** Whether this connection has answered anything, and since when it stands. */
  #proved = false;
  #connectedAt = 0;
  #cause: unknown;
  #whenIdle: (() => void) | undefined;
  readonly #down = ({ data }: RequestOperation) => new ArcusNodeDownError(this.address, this.#cause, data.command);
  /** What the server said its version was. */
  version: string | undefined;

  constructor(runtime: Runtime, address: string, settings: NodeSettings) {
    this.address = address;
    this.#runtime = runtime;
    this.#settings = settings;
    this.#pipeline = new Pipeline(runtime, this, settings.limits, settings.responseLimits);
    this.#timeouts = new ContinuousTimeouts(settings.timeoutThreshold, settings.timeoutDuration);
    this.#backOff = new BackOff(settings.reconnectDelay, settings.maxReconnectDelay, settings.random);
    const tooOld = () => this.#replaceSilent();
    this.#watch = new UnansweredWatch(runtime, settings.maxUnanswered, this.#pipeline, tooOld);
    this.#states = new NodeStates(runtime, settings.onNodeState);
    this.#connect();
  }

  get state(): NodeState {
    return this.#states.current ?? 'connecting';
  }

  get queued(): number {
    return this.#pipeline.queued;
  }

  /** Operations written and not answered, those included that nobody waits for any more. */
  get inFlight(): number {
    return this.#pipeline.inFlight;
  }

  get tombstones(): number {
    return this.#pipeline.tombstones;
  }

  get lateResponses(): number {
    return this.#pipeline.lateResponses;
  }

  get continuousTimeouts(): number {
    return this.#timeouts.count;
  }

  /** Age of the oldest unanswered operation: ms; 0 while nothing is in flight. */
  get oldestUnansweredMs(): number {
    return this.#watch.ageMs;
  }

  /**
   * Takes an operation.
   * @throws ArcusNodeDownError without a connection, unless operations may wait; and what the pipeline throws.
   */
  submit(operation: RequestOperation): void {
    if (this.#states.current === 'closed') throw new ArcusClosedError();
    if (!this.#admits) throw this.#down(operation);
    this.#pipeline.submit(operation);
  }

  withdraw(operation: RequestOperation): void {
    this.#pipeline.withdraw(operation);
    this.#checkIdle();
  }

  /** One of its operations timed out; not yet taken off the pipeline. */
  recordTimeout(operation: RequestOperation, error: TimeoutError): void {
    const stage = this.#pipeline.stageOf(operation);
    const { counted } = operation.data;
    let bad = false;
    // What waited for a connection says nothing about one.
    if (this.#states.current === 'connected' && counted?.has(this) !== true) {
      counted?.add(this);
      bad = this.#timeouts.add(this.#runtime.clock.now());
    }
    describeTimeout(error, operation, stage);
    if (bad) this.#replace(`${this.#timeouts.count} timeouts in a row`);
    else if (this.#watch.due) this.#replaceSilent();
  }

  answered(): void {
    if (!this.#proved) this.#backOff.reset();
    this.#proved = true;
    this.#timeouts.reset();
    this.#checkIdle();
  }

  waiting(): void {
    this.#watch.start();
  }

  broken(cause: unknown, asked: boolean): void {
    // Each such answer costs a request, so that no loop comes of connecting at once. Bytes unasked for cost nothing.
    if (asked) this.#proved = true;
    this.#replace(cause instanceof Error ? cause.message : 'broken', cause);
  }

  /** Nothing is admitted any more. Fulfils once nobody waits for an operation, or the limit (ms) has passed; then the rest is cancelled. */
  async close(drainMs: number): Promise<void> {
    if (this.#pipeline.live > 0 && drainMs > 0 && this.#states.current !== 'closed') {
      await new Promise<void>((resolve) => {
        const timer = after(this.#runtime, drainMs, resolve, { ref: true });
        this.#whenIdle = () => {
          timer.cancel();
          resolve();
        };
      });
    }
    this.#stop();
  }

  #connect(): void {
    const { connectTimeout: limitMs, connect } = this.#settings;
    this.#change('connecting');
    try {
      const port = connect(this.address);
      const options = { address: this.address, limitMs, referenced: this.#pipeline.live > 0 };
      this.#port = port;
      this.#handshake = new Handshake(
        this.#runtime,
        port,
        options,
        (version) => this.#connected(port, version),
        (cause) => this.#attemptFailed(cause),
      );
    } catch (error) {
      this.#attemptFailed(new ArcusConnectionError(this.address, 'could not connect', error));
    }
  }

  #connected(port: ClientPort, version: string): void {
    this.#handshake = undefined;
    this.version = version;
    this.#admits = true;
    this.#proved = false;
    this.#connectedAt = this.#runtime.clock.now();
    this.#timeouts.reset();
    const lost = () => {
      if (this.#port === port)
        this.#lose(new ArcusConnectionError(this.address, 'closed by the other side', port.error));
    };
    port.onEnd = lost;
    port.onClose = lost;
    this.#pipeline.attach(port);
    this.#change('connected');
  }

  #attemptFailed(cause: ArcusConnectionError): void {
    this.#handshake = undefined;
    this.#port = undefined;
    this.#cause = cause;
    this.#wait();
  }

  #replace(why: string, cause?: unknown): void {
    this.#lose(new ArcusConnectionError(this.address, `connection given up: ${why}`, cause));
  }

  #replaceSilent(): void {
    this.#replace(`an operation unanswered for ${Math.round(this.oldestUnansweredMs)} ms`);
  }

  /** The connection is of no use any more. A good one is replaced at once; one that never answered anything, after a wait. */
  #lose(cause: ArcusConnectionError): void {
    const port = this.#port;
    if (port === undefined || this.#states.current !== 'connected') return;
    this.#port = undefined;
    this.#cause = cause;
    this.#timeouts.reset();
    port.destroy();
    const { failureMode, reconnectDelay } = this.#settings;
    const good = this.#proved || this.#runtime.clock.now() - this.#connectedAt >= reconnectDelay;
    // The state first: whoever hears of a cancel finds it as it is now.
    if (good) this.#change('connecting');
    this.#pipeline.detach(cause, (operation) => failureMode === 'retry' && isRead(operation.data.command));
    if (good) this.#connect();
    else this.#wait();
    this.#checkIdle();
  }

  #wait(): void {
    if (this.#states.current === 'closed') return;
    const delayMs = this.#backOff.next();
    this.#admits = this.#settings.failureMode === 'retry';
    this.#change('waiting', delayMs);
    if (!this.#admits) this.#pipeline.refuseQueued(this.#down, this.#cause);
    this.#retry = after(this.#runtime, delayMs, () => this.#connect(), { ref: this.#pipeline.live > 0 });
    this.#checkIdle();
  }

  #stop(): void {
    if (this.#states.current === 'closed') return;
    this.#change('closed');
    this.#retry?.cancel();
    this.#watch.stop();
    this.#handshake?.stop();
    const port = this.#port;
    this.#port = undefined;
    const cause = new ArcusClosedError();
    this.#pipeline.detach(cause, () => false);
    this.#pipeline.cancelQueued(cause);
    port?.destroy();
  }

  #checkIdle(): void {
    if (this.#whenIdle !== undefined && this.#pipeline.live === 0) this.#whenIdle();
  }

  #change(state: NodeState, delayMs?: number): void {
    const cause = state === 'connected' ? undefined : this.#cause;
    this.#states.change(state, { node: this.address, failedAttempts: this.#backOff.attempts, cause, delayMs });
  }
}
