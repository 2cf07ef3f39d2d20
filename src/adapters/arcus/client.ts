import { checkLimit } from '../../core/deadline.ts';
import { defaultRuntime, type Runtime } from '../../core/runtime.ts';
import { checkOptions, optionNames } from '../check-options.ts';
import { connectNode, type TlsOptions } from '../node/connect-node.ts';
import { gzip } from '../node/gzip.ts';
import { Calls, type Nodes } from './calls.ts';
import { AdminGroup } from './groups/admin.ts';
import { BtreeGroup } from './groups/btree.ts';
import { KvGroup } from './groups/kv.ts';
import { ListGroup } from './groups/list.ts';
import { MapGroup } from './groups/map.ts';
import { SetGroup } from './groups/set.ts';
import { ArcusNode } from './node.ts';
import type { NodeOptions } from './node-options.ts';
import { nodeNames, nodeSettings } from './node-settings.ts';
import { PipeBatch } from './pipe-batch.ts';
import { JavaTranscoder } from './transcoder/java-transcoder.ts';
import type { JavaValue } from './transcoder/java-types.ts';
import type { Transcoder } from './transcoder/transcoder.ts';

export interface ArcusClientOptions<Value = JavaValue> extends NodeOptions {
  /** `host:port` of the server; an IPv6 host in brackets. */
  readonly address: string;
  /** Limit of an operation whose call names none: ms. Default 700; `Infinity` for none. */
  readonly operationTimeout?: number;
  /** Values of key-value items. Default: what Java clients store. */
  readonly transcoder?: Transcoder<Value>;
  /** Elements of collections. Default: `transcoder`, or what Java clients store. */
  readonly collectionTranscoder?: Transcoder<Value>;
  /** TLS, with these options; plain TCP without. */
  readonly tls?: TlsOptions;
  /** Time, firing of limits and running of completions. Default: the one that everything shares. */
  readonly runtime?: Runtime;
}

export interface CloseOptions {
  /** How long operations under way may go on: ms. Default 2000. What is left then is cancelled. */
  readonly drain?: number;
}

const closeNames = optionNames<CloseOptions>({ drain: true });
const clientNames = optionNames<ArcusClientOptions<unknown>>({
  address: true,
  operationTimeout: true,
  transcoder: true,
  collectionTranscoder: true,
  tls: true,
  runtime: true,
  ...nodeNames,
});

interface Shared<Value> {
  readonly nodes: Nodes;
  readonly transcoder: Transcoder<Value>;
  readonly collectionTranscoder: Transcoder<Value>;
  close(options?: CloseOptions): Promise<void>;
}

/**
 * A client of an ARCUS cache. Every call returns a promise that can be cancelled, and is under a limit that holds from the call to the
 * whole response.
 */
export class ArcusClient<Value = JavaValue> {
  readonly kv: KvGroup<Value>;
  readonly list: ListGroup<Value>;
  readonly set: SetGroup<Value>;
  readonly map: MapGroup<Value>;
  readonly btree: BtreeGroup<Value>;
  readonly admin: AdminGroup;
  readonly #shared: Shared<Value>;
  readonly #calls: Calls;

  /** @internal */
  constructor(shared: Shared<Value>, operationTimeout: number) {
    const { nodes, transcoder, collectionTranscoder } = shared;
    const calls = new Calls(nodes, checkLimit('operationTimeout', operationTimeout));
    this.#shared = shared;
    this.#calls = calls;
    this.kv = new KvGroup(calls, transcoder);
    this.list = new ListGroup(calls, collectionTranscoder);
    this.set = new SetGroup(calls, collectionTranscoder);
    this.map = new MapGroup(calls, collectionTranscoder);
    this.btree = new BtreeGroup(calls, collectionTranscoder);
    this.admin = new AdminGroup(calls);
  }

  /** The servers, with their states and figures. */
  get nodes(): readonly ArcusNode[] {
    return this.#shared.nodes.all;
  }

  /** Limit of an operation whose call names none: ms. */
  get operationTimeout(): number {
    return this.#calls.timeout;
  }

  /** The same client, over the same connections, with another limit for calls that name none. */
  withOperationTimeout(ms: number): ArcusClient<Value> {
    return new ArcusClient(this.#shared, ms);
  }

  /** Collects changes of collections that travel together. */
  pipe(): PipeBatch<Value> {
    return new PipeBatch(this.#calls, this.#shared.collectionTranscoder);
  }

  /** Refuses new calls, lets those under way end, and closes the connections. A second call waits for the same. */
  close(options?: CloseOptions): Promise<void> {
    return this.#shared.close(options);
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }
}

/**
 * A client of the server at `options.address`. It connects at once, and again whenever the connection is lost, until it is closed.
 *
 * ```ts
 * await using client = createArcusClient({ address: '127.0.0.1:11211' });
 * await client.kv.set('user:1', 'Ada', { exptime: 60 });
 * const name = await client.kv.get('user:1', { timeout: 50 });
 * ```
 *
 * @throws TypeError that names the option that is wrong.
 */
export function createArcusClient<Value = JavaValue>(options: ArcusClientOptions<Value>): ArcusClient<Value> {
  checkOptions('createArcusClient', clientNames, options);
  const { address, operationTimeout = 700, tls, runtime = defaultRuntime } = options;
  checkLimit('operationTimeout', operationTimeout);
  const settings = nodeSettings(options, options.connect ?? connectNode(address, tls));
  const transcoder = options.transcoder ?? (new JavaTranscoder({ gzip }) as unknown as Transcoder<Value>);
  const collectionTranscoder =
    options.collectionTranscoder ??
    options.transcoder ??
    (new JavaTranscoder({ gzip, collection: true }) as unknown as Transcoder<Value>);
  const node = new ArcusNode(runtime, address, settings);
  let closing: Promise<void> | undefined;
  const nodes: Nodes = {
    runtime,
    all: [node],
    get closed() {
      return closing !== undefined;
    },
    nodeOf: () => node,
  };
  const close = (options: CloseOptions = {}): Promise<void> => {
    checkOptions('close', closeNames, options);
    const { drain = 2_000 } = options;
    checkLimit('drain', drain);
    closing ??= node.close(drain);
    return closing;
  };
  return new ArcusClient({ nodes, transcoder, collectionTranscoder, close }, operationTimeout);
}
