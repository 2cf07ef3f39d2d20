/// <reference lib="esnext.disposable" preserve="true" />
import { type Channel, channel } from 'node:diagnostics_channel';
import { defaultRuntime, type LateOutcome, type Observer, type OperationView, type Runtime } from './index.ts';

/**
 * What is published of an operation: one object for all its events, so that a tracer can keep its span on it.
 */
export interface OperationMessage {
  readonly operation: OperationView;
  /** What errors and observers call it. */
  readonly name: string | undefined;
  /** Once it is decided, and has fulfilled: its value. */
  result?: unknown;
  /** Once it is decided, and has not: why. */
  error?: unknown;
  /** On `timed-operation:late`: the outcome that nobody awaits any more. */
  late?: LateOutcome;
  /** On `timed-operation:hook-error`: what the hook threw. */
  hookError?: unknown;
  /** Whatever a subscriber keeps with it. */
  [kept: string | symbol]: unknown;
}

/** The channels, by what they tell of. Every message is an {@link OperationMessage}. */
export const channels: Readonly<Record<'start' | 'decide' | 'late' | 'hookError', Channel>> = {
  /** An operation was made; it will be submitted, or refused at the door. */
  start: channel('timed-operation:start'),
  /** It was decided: `operation.outcome` says how. */
  decide: channel('timed-operation:decide'),
  /** An outcome that nobody awaits any more. */
  late: channel('timed-operation:late'),
  /** A hook threw; with a subscriber, that is reported nowhere else. */
  hookError: channel('timed-operation:hook-error'),
};

/**
 * Publishes what happens on a runtime to the diagnostics channels `timed-operation:start`, `:decide`, `:late` and `:hook-error`. An
 * observer that the runtime has already goes on hearing everything. A channel without subscribers costs one look at it an event.
 *
 * ```ts
 * import { subscribe } from 'node:diagnostics_channel';
 * publishDiagnostics();
 * subscribe('timed-operation:decide', (message) => { count((message as OperationMessage).operation.outcome); });
 * ```
 *
 * @param runtime whose operations; the shared default's by default.
 * @returns what ends it when it is disposed of.
 */
export function publishDiagnostics(runtime: Runtime = defaultRuntime): Disposable {
  const { observer: before } = runtime;
  const observer = new ChannelObserver(before);
  runtime.observer = observer;
  return {
    [Symbol.dispose]() {
      if (runtime.observer === observer) runtime.observer = before;
      else observer.end();
    },
  };
}

/** An observer whose methods are there only while somebody subscribes, or the observer before it has them. */
class ChannelObserver implements Observer {
  readonly #before: Observer | undefined;
  readonly #messages: WeakMap<OperationView, OperationMessage> = new WeakMap();
  #ended = false;

  constructor(before: Observer | undefined) {
    this.#before = before;
  }

  /** Somebody observes through this one: it stays, and publishes no more. */
  end(): void {
    this.#ended = true;
  }

  get start(): Observer['start'] {
    return this.#publishing('start') ? this.#start : this.#passed('start');
  }

  get decide(): Observer['decide'] {
    return this.#publishing('decide') ? this.#decide : this.#passed('decide');
  }

  get late(): Observer['late'] {
    return this.#publishing('late') ? this.#late : this.#passed('late');
  }

  get hookError(): Observer['hookError'] {
    return this.#publishing('hookError') ? this.#hookError : this.#passed('hookError');
  }

  readonly #start = (operation: OperationView): void => {
    this.#before?.start?.(operation);
    channels.start.publish(this.#messageOf(operation));
  };

  readonly #decide = (operation: OperationView): void => {
    this.#before?.decide?.(operation);
    const message = this.#messageOf(operation);
    if (operation.outcome === 'fulfilled') message.result = operation.value;
    else message.error = operation.reason;
    channels.decide.publish(message);
  };

  readonly #late = (operation: OperationView, outcome: LateOutcome): void => {
    this.#before?.late?.(operation, outcome);
    const message = this.#messageOf(operation);
    message.late = outcome;
    channels.late.publish(message);
  };

  readonly #hookError = (error: unknown, operation: OperationView): void => {
    this.#before?.hookError?.(error, operation);
    const message = this.#messageOf(operation);
    message.hookError = error;
    channels.hookError.publish(message);
  };

  #publishing(name: keyof typeof channels): boolean {
    return !this.#ended && channels[name].hasSubscribers;
  }

  #passed<Name extends keyof Observer>(name: Name): Observer[Name] {
    const before = this.#before;
    return before?.[name]?.bind(before) as Observer[Name];
  }

  #messageOf(operation: OperationView): OperationMessage {
    let message = this.#messages.get(operation);
    if (message === undefined) {
      message = { operation, name: operation.name };
      this.#messages.set(operation, message);
    }
    return message;
  }
}
