import { checkLimit } from '../../core/deadline.ts';
import { defaultRuntime, type Runtime } from '../../core/runtime.ts';
import { checkOptions, namesOf, optionNames } from '../check-options.ts';
import { checkCount } from './client-options.ts';
import { defaultLimits, type GobLimits, resolveLimits } from './gob/limits.ts';

/** Options of `createServer`. All times are milliseconds; `Infinity` is no limit. */
export interface ServerOptions {
  /** The most that a request gets, whatever its client asks for. Default 600,000. */
  readonly handleTimeout?: number | undefined;
  /** From the connection to the end of its Option, HTTP CONNECT included. Default 10,000. */
  readonly handshakeTimeout?: number | undefined;
  /** From the first byte of a request to its last. Default 30,000. */
  readonly readTimeout?: number | undefined;
  /** How long a client may take no bytes of its responses. Default 30,000. */
  readonly writeTimeout?: number | undefined;
  /**
   * How long a connection may be open on which nothing runs and nothing comes; then it is ended. Default `Infinity`: GeeRPC has no
   * message that keeps a connection up, and its clients do not dial again by themselves. One whose client's host is gone ends anyway,
   * by TCP's keep-alive.
   */
  readonly idleTimeout?: number | undefined;
  /**
   * Requests of one connection that may run at once; more are not taken until one is answered. As many handlers more may go on that
   * are out of time: then requests are answered with an error until one of those ends. Default 1,024.
   */
  readonly maxInFlight?: number | undefined;
  /** Bytes of the arguments of the requests of one connection that run, beyond which no more are taken. Default 64 MiB. */
  readonly maxInFlightBytes?: number | undefined;
  /** Connections at once; more are closed. Default 10,000. */
  readonly maxConnections?: number | undefined;
  /** What a request may ask for: bytes of a message and so on. */
  readonly limits?: Partial<GobLimits> | undefined;
  /** Time, scheduler, executor and observer; the shared default. */
  readonly runtime?: Runtime | undefined;
}

const serverNames = optionNames<ServerOptions>({
  handleTimeout: true,
  handshakeTimeout: true,
  readTimeout: true,
  writeTimeout: true,
  idleTimeout: true,
  maxInFlight: true,
  maxInFlightBytes: true,
  maxConnections: true,
  limits: namesOf(defaultLimits),
  runtime: true,
});

/** The options, checked, with their defaults. */
export type ServerSettings = { readonly [Name in keyof ServerOptions]-?: NonNullable<ServerOptions[Name]> };

/** @throws TypeError that names the option that is wrong. */
export function serverSettings(options: ServerOptions): ServerSettings {
  checkOptions('createServer', serverNames, options);
  const { limits = {}, runtime = defaultRuntime } = options;
  return {
    handleTimeout: checkLimit('handleTimeout', options.handleTimeout ?? 600_000),
    handshakeTimeout: checkLimit('handshakeTimeout', options.handshakeTimeout ?? 10_000),
    readTimeout: checkLimit('readTimeout', options.readTimeout ?? 30_000),
    writeTimeout: checkLimit('writeTimeout', options.writeTimeout ?? 30_000),
    idleTimeout: checkLimit('idleTimeout', options.idleTimeout ?? Number.POSITIVE_INFINITY),
    maxInFlight: checkCount('maxInFlight', options.maxInFlight ?? 1_024),
    maxInFlightBytes: checkCount('maxInFlightBytes', options.maxInFlightBytes ?? 64 * 1024 * 1024),
    maxConnections: checkCount('maxConnections', options.maxConnections ?? 10_000),
    limits: resolveLimits(limits),
    runtime,
  };
}
