import { checkLimit } from '../../core/deadline.ts';
import { describeValue, expect, type TimeoutError } from '../../core/errors.ts';
import { ended } from '../../core/operation-completion.ts';
import type { OperationHooks } from '../../core/operation-hooks.ts';
import { runtimeOf } from '../../core/timed.ts';
import { TimedOperation } from '../../core/timed-operation.ts';
import type { TimedPromise } from '../../core/timed-promise.ts';
import { checkOptions } from '../check-options.ts';
import { failWithStack } from '../fail-with-stack.ts';
import { connectFlow } from '../node/connect-flow.ts';
import type { FlowPort } from '../node/flow-port.ts';
import { type Address, parseAddress } from './address.ts';
import { RpcClient } from './client.ts';
import { type ClientSettings, clientSettings, type DialOptions, dialNames } from './client-options.ts';
import { goDuration } from './go-duration.ts';
import { Handshake } from './handshake.ts';
import { toNanoseconds } from './nanoseconds.ts';
import { encodeOption } from './option.ts';
import { startOperation } from './start-operation.ts';

interface Dialling {
  readonly text: string;
  readonly options: DialOptions;
  readonly connectTimeout: number;
  address: Address | undefined;
  settings: ClientSettings | undefined;
  handshake: Handshake | undefined;
}

type DialOperation = TimedOperation<RpcClient, RpcClient, Dialling>;

const HOOKS: OperationHooks<RpcClient, RpcClient, Dialling> = {
  recordTimeout({ data }, error) {
    error.node = data.text;
    error.stage = data.handshake?.stage ?? 'connecting';
  },

  cancelOperation(dialling) {
    // Also a connection that is still being made: it is not to be made any more.
    dialling.data.handshake?.port.destroy();
    ended(dialling);
  },

  timedOut(_dialling, error: TimeoutError) {
    error.message = `rpc client: connect timeout: expect within ${goDuration(toNanoseconds(error.limitMs))}`;
  },
};

/**
 * Connects to a GeeRPC server at `tcp@host:port`, `unix@path` or `http@host:port` (HTTP CONNECT). One deadline covers everything up
 * to the sent Option; the connection of a dial that loses is closed. GeeRPC's server acknowledges nothing: over TCP and unix sockets
 * a client that connected has not heard from its server yet.
 *
 * Rejects with a `TimeoutError`, a `CancelledError`, the signal's own reason, an `RpcError` (`ERR_GEERPC_CONNECT`), or a `TypeError`
 * for what is wrong with an argument.
 */
export function dial(address: string, options: DialOptions = {}): TimedPromise<RpcClient> {
  // Looked at by `check`: until then they may be anything.
  const { connectTimeout = 10_000 } = { ...options };
  const data: Dialling = {
    text: address,
    options,
    // In Go's Option 0 is no limit.
    connectTimeout: connectTimeout === 0 ? Number.POSITIVE_INFINITY : connectTimeout,
    address: undefined,
    settings: undefined,
    handshake: undefined,
  };
  const name = `dial ${describeValue(address)}`;
  const operation: DialOperation = new TimedOperation(runtimeOf({ ...options }), HOOKS, data, { name });
  const promise = operation.promise();
  startOperation(operation, { ...options, timeout: data.connectTimeout }, check, connect);
  return promise;
}

/** @throws TypeError when something is wrong with an argument. */
function check({ data }: DialOperation): void {
  checkOptions('dial', dialNames, data.options);
  const { connect, handleTimeout = 0 } = data.options;
  data.address = parseAddress(data.text);
  data.settings = clientSettings(data.options);
  checkLimit('connectTimeout', data.connectTimeout);
  checkLimit('handleTimeout', handleTimeout);
  expect(connect === undefined || typeof connect === 'function', 'connect', 'a function', connect);
}

function connect(operation: DialOperation): void {
  const { options, address, settings, connectTimeout } = operation.data as Dialling & {
    readonly address: Address;
    readonly settings: ClientSettings;
  };
  const port: FlowPort = (options.connect ?? connectAddress)(address);
  const option = encodeOption({
    codec: settings.codec,
    connectTimeout: toNanoseconds(connectTimeout),
    handleTimeout: toNanoseconds(options.handleTimeout ?? 0),
  });
  operation.data.handshake = new Handshake(port, address, option, {
    done: (rest) => {
      const client = new RpcClient(port, operation.data.text, operation.runtime, settings);
      if (!operation.respond(client)) port.destroy();
      else if (rest.length > 0) port.onData(rest);
    },
    failed: (error) => {
      failWithStack(operation, () => error);
    },
  });
}

function connectAddress(address: Address): FlowPort {
  return connectFlow(address.protocol === 'unix' ? { path: address.path } : { host: address.host, port: address.port });
}
