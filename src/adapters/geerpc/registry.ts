import { expect } from '../../core/errors.ts';
import type { TimedContext } from '../../core/timed-context.ts';
import { checkService } from './check-service.ts';
import type { Implementation, Method, Methods, Service } from './contract.ts';
import { LatencyHistogram } from './latency-histogram.ts';
import { RpcError } from './rpc-error.ts';

/** A method as it is served, with what became of its calls. */
export interface ServedMethod extends Method {
  readonly name: string;
  readonly handler: (args: unknown, context: TimedContext) => unknown;
  readonly latency: LatencyHistogram;
  calls: number;
  errors: number;
  timeouts: number;
  inFlight: number;
}

/** The services of a server. */
export class ServiceRegistry {
  readonly #methods: Map<string, ServedMethod> = new Map();
  readonly services: Map<string, ServedMethod[]> = new Map();

  /** @throws RpcError when a service of that name is there already; TypeError when a method of the contract is not implemented. */
  register<M extends Methods>(contract: Service<M>, implementation: Implementation<M>): void {
    checkService('contract', contract);
    expect(
      typeof implementation === 'object' && implementation !== null,
      'implementation',
      'an object',
      implementation,
    );
    const { name } = contract;
    if (this.services.has(name)) throw new RpcError('ERR_GEERPC_SERVICE', `rpc: service already defined: ${name}`);
    const served = Object.entries(contract.methods).map(([method, types]) => serve(method, types, implementation));
    this.services.set(name, served);
    for (const each of served) this.#methods.set(`${name}.${each.name}`, each);
  }

  /** The method, or as Go's server words it why there is none. */
  find(name: string): ServedMethod | string {
    const method = this.#methods.get(name);
    if (method !== undefined) return method;
    const dot = name.lastIndexOf('.');
    if (dot < 0) return `rpc server: service/method request ill-formed: ${name}`;
    const service = name.slice(0, dot);
    if (!this.services.has(service)) return `rpc server: can't find service ${service}`;
    return `rpc server: can't find method ${name.slice(dot + 1)}`;
  }
}

function serve(name: string, types: Method, implementation: object): ServedMethod {
  const handler: unknown = Reflect.get(implementation, name);
  if (typeof handler !== 'function') {
    throw new TypeError(`Expected the implementation to have a method '${name}', got ${typeof handler}`);
  }
  return {
    ...types,
    name,
    handler: (args, context) => Reflect.apply(handler, implementation, [args, context]),
    latency: new LatencyHistogram(),
    calls: 0,
    errors: 0,
    timeouts: 0,
    inFlight: 0,
  };
}
