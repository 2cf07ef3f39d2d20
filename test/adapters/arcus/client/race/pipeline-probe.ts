import { TimedOperation } from 'timed-operation';
import type { ClientPort } from 'timed-operation/arcus';
import type { Faults, Port, Probe, World } from 'timed-operation/testing';
import type { ArcusNode } from '../../../../../src/adapters/arcus/node.ts';
import { Pipeline } from '../../../../../src/adapters/arcus/pipeline.ts';
import { defaultPipelineLimits, type PipelineLimits } from '../../../../../src/adapters/arcus/pipeline-limits.ts';
import { Request, type RequestOperation } from '../../../../../src/adapters/arcus/request.ts';
import { decodingHooks, plainHooks } from '../../../../../src/adapters/arcus/request-hooks.ts';
import { type ProbeKind, probeCall } from './probe-calls.ts';
import { ProbeServer } from './probe-server.ts';

const decoder = new TextDecoder();

export interface PipelineProbeOptions {
  readonly faults: Faults;
  /** The limit of each operation: ms. */
  readonly limits: readonly number[];
  /** Which of them their caller may cancel at any moment. */
  readonly cancels: readonly number[];
  /** What each of them is. Default: gets. */
  readonly kinds?: readonly ProbeKind[];
  /** The most that may be in flight. Default: enough. */
  readonly maxInFlight?: number;
  /** Keys that one `get` may have. Default 100. */
  readonly maxMergedGets?: number;
  /** What the server says to a `get` of several keys; by default it answers that. */
  readonly refusal?: string;
}

/** Calls through a pipeline, each to be answered with what is its own. */
export function pipelineProbe(options: PipelineProbeOptions): Probe<ProbeNode> {
  const { faults, limits, cancels, kinds = [], maxInFlight = 100, maxMergedGets = 100, refusal } = options;
  return {
    name: 'calls through a pipeline',
    setup(world) {
      const { client, server } = world.pipe(faults);
      const node = new ProbeNode(world, client, { maxInFlight, maxMergedGets });
      node.server = new ProbeServer(server, refusal);
      const operations = limits.map((limit, index) => node.ask(kinds[index] ?? 'get', `k${index}`, limit));
      for (const index of cancels) {
        world.anytime(`cancel k${index}`, () => operations[index]?.cancel('enough'), { maybe: true });
      }
      return node;
    },
    quiet(node, world) {
      world.always(node.pipeline.live === 0, 'nobody waits any more, and something is live');
      world.always(node.pipeline.queued === 0 && node.pipeline.queuedBytes === 0, 'something is queued for nobody');
      if (faults.drop === true) return; // What was lost is in flight for ever.
      world.always(node.lost || node.pipeline.inFlight === 0, 'everything is answered, and something is in flight');
      if (faults.reset === true || faults.halfClose === true || faults.duplicate === true) return;
      world.always(!node.lost, 'the connection was given up, and nothing was wrong with it');
    },
    state: (node) => node.state,
  };
}

/** A node as far as a pipeline needs one: its connection is lost for good when it is lost. */
export class ProbeNode {
  readonly address = 'cache:11211';
  readonly pipeline: Pipeline;
  server: ProbeServer | undefined;
  lost = false;
  readonly #world: World;
  readonly #port: Port;
  #received = 0;
  #written = '';

  constructor(world: World, port: Port, limits: Partial<PipelineLimits>) {
    this.#world = world;
    this.#port = port;
    this.pipeline = new Pipeline(world.runtime, this, { ...defaultPipelineLimits, ...limits }, {});
    const client: ClientPort = {
      write: (bytes) => {
        this.#written += decoder.decode(bytes);
        return port.write(bytes);
      },
      end: () => port.end(),
      destroy: () => port.destroy(),
      onData: () => undefined,
      onEnd: () => undefined,
      onClose: () => undefined,
    };
    this.pipeline.attach(client);
    port.ondata = (bytes) => {
      this.#received += bytes.length;
      client.onData(bytes);
    };
    port.onend = () => this.broken(new Error('ended'));
    port.onclose = () => this.broken(new Error('closed'));
  }

  /** What later steps depend on besides what the world knows. */
  get state(): string {
    const { queued, inFlight, tombstones, lateResponses } = this.pipeline;
    return [
      queued,
      inFlight,
      tombstones,
      lateResponses,
      this.lost,
      this.#received,
      this.server?.asked,
      this.#written,
    ].join('|');
  }

  ask(kind: ProbeKind, key: string, limit: number): RequestOperation {
    const { command, settle, expected } = probeCall(kind, key);
    const request = new Request(this as unknown as ArcusNode, command, settle, undefined);
    const hooks = settle.atOnce === true ? plainHooks : decodingHooks;
    const operation: RequestOperation = new TimedOperation(this.#world.runtime, hooks, request, { name: key });
    this.#world.expect(operation, expected);
    if (operation.submit((each) => this.pipeline.submit(each))) operation.arm(limit);
    return operation;
  }

  recordTimeout(): void {}
  answered(): void {}
  waiting(): void {}

  withdraw(operation: RequestOperation): void {
    this.pipeline.withdraw(operation);
  }

  broken(cause: unknown): void {
    if (this.lost) return;
    this.lost = true;
    this.#port.destroy();
    this.pipeline.detach(cause, () => false);
    this.pipeline.cancelQueued(cause);
  }
}
