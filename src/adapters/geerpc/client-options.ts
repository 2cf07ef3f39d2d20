import type { Deadline } from '../../core/deadline.ts';
import { checkLimit } from '../../core/deadline.ts';
import { expect } from '../../core/errors.ts';
import type { Runtime } from '../../core/runtime.ts';
import type { AbortSignalLike } from '../../core/signal.ts';
import type { TimedContext } from '../../core/timed-context.ts';
import { namesOf, type OptionNames, optionNames } from '../check-options.ts';
import type { FlowPort } from '../node/flow-port.ts';
import type { Address } from './address.ts';
import { checkService } from './check-service.ts';
import { type CodecName, isCodecName } from './codec-name.ts';
import type { Service } from './contract.ts';
import { defaultLimits, type GobLimits, resolveLimits } from './gob/limits.ts';

/** Options of `dial`. All times are milliseconds. */
export interface DialOptions {
  /** For everything until calls can be made: TCP, HTTP CONNECT and the Option. Default 10,000; 0 and `Infinity` are no limit. */
  readonly connectTimeout?: number | undefined;
  /** What the server is asked to give each request of this connection. Default 0, which like `Infinity` asks for no limit. */
  readonly handleTimeout?: number | undefined;
  /** The limit of a call that names none. Default 10,000; `Infinity` is no limit. */
  readonly callTimeout?: number | undefined;
  /**
   * A connection is given up when calls on it timed out and it has been silent, or has taken no bytes, for this long since they were
   * sent. Default 10,000; `Infinity` never.
   */
  readonly retireAfter?: number | undefined;
  /** Default `application/gob`, the only codec of the Go implementation. */
  readonly codec?: CodecName | undefined;
  /** Contracts whose methods can be called by name. `bind` adds its own. */
  readonly services?: readonly Service[] | undefined;
  /** Calls that may be sent and unanswered; more of them wait. Default 10,000. */
  readonly maxInFlight?: number | undefined;
  /** Calls that may wait to be sent; beyond, a call fails at once. Default 100,000. */
  readonly maxQueued?: number | undefined;
  /** Bytes of them. Default 64 MiB. */
  readonly maxQueuedBytes?: number | undefined;
  /** What responses may ask for. */
  readonly limits?: Partial<GobLimits> | undefined;
  /** Cancels the dialling; it then rejects with the signal's own reason. */
  readonly signal?: AbortSignalLike | undefined;
  readonly deadline?: Deadline | undefined;
  readonly within?: TimedContext | undefined;
  /** Time, scheduler, executor and observer; the outer call's, or the shared default. */
  readonly runtime?: Runtime | undefined;
  /** How the bytes get there. TCP or a unix socket by default. */
  readonly connect?: ((address: Address) => FlowPort) | undefined;
}

export const dialNames: OptionNames = optionNames<DialOptions>({
  connectTimeout: true,
  handleTimeout: true,
  callTimeout: true,
  retireAfter: true,
  codec: true,
  services: true,
  maxInFlight: true,
  maxQueued: true,
  maxQueuedBytes: true,
  limits: namesOf(defaultLimits),
  signal: true,
  deadline: true,
  within: true,
  runtime: true,
  connect: true,
});

/** The options that a client lives by, checked, with their defaults. */
export interface ClientSettings {
  readonly callTimeout: number;
  readonly retireAfter: number;
  readonly codec: CodecName;
  readonly services: readonly Service[];
  readonly maxInFlight: number;
  readonly maxQueued: number;
  readonly maxQueuedBytes: number;
  readonly limits: Partial<GobLimits>;
}

/** @throws TypeError that names the option that is wrong. */
export function clientSettings(options: DialOptions): ClientSettings {
  const { codec = 'application/gob', services = [], limits = {} } = options;
  expect(isCodecName(codec), 'codec', 'application/gob or application/json', codec);
  expect(Array.isArray(services), 'services', 'an array', services);
  for (const each of services) checkService('services', each);
  return {
    callTimeout: checkLimit('callTimeout', options.callTimeout ?? 10_000),
    retireAfter: checkLimit('retireAfter', options.retireAfter ?? 10_000),
    codec,
    services,
    maxInFlight: checkCount('maxInFlight', options.maxInFlight ?? 10_000),
    maxQueued: checkCount('maxQueued', options.maxQueued ?? 100_000),
    maxQueuedBytes: checkCount('maxQueuedBytes', options.maxQueuedBytes ?? 64 * 1024 * 1024),
    limits: resolveLimits(limits),
  };
}

/** @throws TypeError when it is no count. */
export function checkCount(option: string, value: number): number {
  expect(
    value === Number.POSITIVE_INFINITY || (Number.isSafeInteger(value) && value >= 1),
    option,
    'a whole number from 1',
    value,
  );
  return value;
}
