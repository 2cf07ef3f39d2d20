import { after, defaultRuntime } from 'timed-operation';
import { ArcusServer, type ArcusServerOptions } from 'timed-operation/arcus/testing';

/** A server on a real socket, whose faults may wait. */
export function realServer(options: ArcusServerOptions & { readonly port?: number } = {}): Promise<ArcusServer> {
  return ArcusServer.listen({ scheduler: { after: (ms, task) => after(defaultRuntime, ms, task) }, ...options });
}
