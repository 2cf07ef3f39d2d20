import { type Runtime, TimedOperation } from 'timed-operation';
import type { ClientPort, NodeStateChange } from 'timed-operation/arcus';
import type { Faults, Port, Probe, World } from 'timed-operation/testing';
import { ArcusNode } from '../../../../../src/adapters/arcus/node.ts';
import type { NodeOptions } from '../../../../../src/adapters/arcus/node-options.ts';
import { nodeSettings } from '../../../../../src/adapters/arcus/node-settings.ts';
import { Request, type RequestOperation } from '../../../../../src/adapters/arcus/request.ts';
import { decodingHooks, plainHooks } from '../../../../../src/adapters/arcus/request-hooks.ts';
import type { Executor } from '../../../../../src/core/executor.ts';
import { type ProbeKind, probeCall } from './probe-calls.ts';
import { ProbeServer } from './probe-server.ts';

export interface NodeProbeOptions {
  /** Of the first connection; those that follow have none. */
  readonly faults: Faults;
  readonly kinds: readonly ProbeKind[];
  /** The limit of each operation: ms. */
  readonly limits: readonly number[];
  /** Which of them their caller may cancel at any moment. */
  readonly cancels?: readonly number[];
  /** Whether the node may be closed at any moment. */
  readonly close?: boolean;
  /** How many attempts to connect are under their limit. Default 2. */
  readonly timedAttempts?: number;
  /** Whether the first connection may break at any moment: at both ends at once, so that less follows of it than of a reset. */
  readonly breaks?: boolean;
  /** What the node tells, and what it drops, has no turn of its own: that changes nothing, and there is less to order. */
  readonly brief?: boolean;
  readonly node?: NodeOptions;
}

/** Calls to a node that connects, loses its connection, and connects again. */
export function nodeProbe(options: NodeProbeOptions): Probe<ProbedNode> {
  return {
    name: 'a node and its connections',
    setup: (world) => new ProbedNode(world, options),
    quiet(probed, world) {
      const { node, changes } = probed;
      world.always(node.queued === 0, 'something is queued for nobody');
      world.always(node.inFlight === 0, 'something is in flight, and everything has happened');
      world.always(node.state === (probed.closed ? 'closed' : 'connected'), `at rest the node is ${node.state}`);
      if (changes.length > 2) world.sometimes('connected again');
    },
    state: (probed) => probed.state,
  };
}

/** The node, and what the probe sees of it. */
export class ProbedNode {
  readonly node: ArcusNode;
  readonly changes: NodeStateChange[] = [];
  readonly #servers: ProbeServer[] = [];
  #break: () => void = () => undefined;
  /** Of the newest connection: bytes written and received, when it was made, what has come to an end. */
  #wire = '';
  closed = false;

  constructor(
    world: World,
    { faults, kinds, limits, cancels = [], close = false, breaks, brief, timedAttempts = 2, node }: NodeProbeOptions,
  ) {
    const options: NodeOptions = {
      connectTimeout: 40,
      reconnectDelay: 20,
      maxUnanswered: 200,
      timeoutDuration: 0,
      random: () => 1,
      onNodeState: (change) => {
        const { state, previous } = change;
        world.always(previous === this.changes.at(-1)?.state, 'a change was told twice, or not at all');
        world.always(state !== previous, 'a change was told that is none');
        this.changes.push(change);
      },
      ...node,
    };
    const settings = nodeSettings(options, () => this.#connect(world, this.#servers.length === 0 ? faults : {}));
    const servers = this.#servers;
    this.node = new ArcusNode(brief === true ? briefly(world.runtime) : world.runtime, 'cache:11211', {
      ...settings,
      // A limit can always be over before the answer comes, again and again: so it holds for some attempts only.
      get connectTimeout() {
        return servers.length < timedAttempts ? settings.connectTimeout : Number.POSITIVE_INFINITY;
      },
    });
    const operations = kinds.map((kind, index) => {
      const { command, settle, expected } = probeCall(kind, `k${index}`);
      const hooks = settle.atOnce === true ? plainHooks : decodingHooks;
      const request = new Request(this.node, command, settle, undefined);
      const operation: RequestOperation = new TimedOperation(world.runtime, hooks, request, { name: `k${index}` });
      world.expect(operation, expected);
      if (operation.submit((each) => this.node.submit(each))) operation.arm(limits[index] ?? 50);
      return operation;
    });
    for (const index of cancels) {
      world.anytime(`cancel k${index}`, () => operations[index]?.cancel('enough'), { maybe: true });
    }
    if (breaks === true) world.anytime('the connection breaks', () => this.#break(), { maybe: true });
    if (!close) return;
    world.anytime('close', () => {
      this.closed = true;
      this.node.close(0);
    });
  }

  get state(): string {
    const { state, queued, inFlight, tombstones, continuousTimeouts, version } = this.node;
    const servers = this.#servers.map(({ asked, changed }) => `${asked}${changed}`);
    const last = this.changes.at(-1);
    const states = this.changes.map(({ state }) => state);
    const admits = states.lastIndexOf('waiting') <= states.lastIndexOf('connected');
    const change = [last?.state, last?.failedAttempts, admits, this.changes.length < 3];
    return [state, queued, inFlight, tombstones, continuousTimeouts, version, this.closed, this.#wire]
      .concat(change as never, servers)
      .join('|');
  }

  #connect(world: World, faults: Faults): ClientPort {
    const name = ` ${this.#servers.length + 1}`;
    const { client, server } = world.pipe(faults, name);
    const first = this.#servers.length === 0;
    const known = new ProbeServer(server);
    known.onChange = (key) => {
      const times = this.#servers.flatMap(({ changed }) => changed).filter((each) => each === key).length;
      world.always(times === 1, `${key} was changed ${times} times`);
    };
    this.#servers.push(known);
    const port = this.#portOf(client, world);
    if (first) {
      this.#break = () => {
        if (client.closed) return;
        client.onclose = undefined;
        client.destroy();
        server.onclose = undefined;
        server.destroy();
        port.onClose();
      };
    }
    return port;
  }

  #portOf(end: Port, world: World): ClientPort {
    const mine = this.#servers.length;
    const wire = { written: 0, received: 0, connectedAt: -1, over: '' };
    const saw = () => {
      if (mine !== this.#servers.length) return;
      this.#wire = [wire.written, wire.received, wire.connectedAt, wire.over, end.writable].join();
    };
    const port: ClientPort = {
      write: (bytes) => {
        wire.written += bytes.length;
        saw();
        return end.write(bytes);
      },
      end: () => end.end(),
      destroy: () => {
        end.destroy();
        saw();
      },
      onData: () => undefined,
      onEnd: () => undefined,
      onClose: () => undefined,
    };
    const seen = (what: string, tell: () => void) => {
      wire.over += what;
      saw();
      tell();
    };
    saw();
    end.ondata = (bytes) => {
      wire.received += bytes.length;
      if (wire.connectedAt < 0) wire.connectedAt = world.now;
      saw();
      port.onData(bytes);
    };
    end.onend = () => seen('end', () => port.onEnd());
    end.onclose = () => seen('close', () => port.onClose());
    return port;
  }
}

/** The runtime, but for tasks that do nothing any more or only tell: they are run where they are handed in. */
function briefly(runtime: Runtime): Runtime {
  const { clock, scheduler, executor, observer } = runtime;
  const brief: Executor = {
    get idle() {
      return executor.idle;
    },
    get queued() {
      return executor.queued;
    },
    submit(completion, failure) {
      if (!(completion instanceof TimedOperation) || completion.outcome === 'cancelled') completion.run();
      else executor.submit(completion, failure);
    },
  };
  return { clock, scheduler, executor: brief, observer };
}
