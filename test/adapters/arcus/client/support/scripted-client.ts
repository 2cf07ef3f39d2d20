import { type ArcusClient, type ArcusClientOptions, createArcusClient, RawTranscoder } from 'timed-operation/arcus';
import { ManualRuntime } from 'timed-operation/testing';
import { ScriptedPort } from './scripted-port.ts';

export interface Scripted {
  readonly client: ArcusClient<Uint8Array>;
  readonly runtime: ManualRuntime;
  /** The connections that were made, the last one last. */
  readonly ports: ScriptedPort[];
  /** The last one. */
  readonly port: ScriptedPort;
}

/** A client in manual time, connected to the test itself. */
export async function scriptedClient(
  options: Partial<ArcusClientOptions<Uint8Array>> & { readonly makePort?: (attempt: number) => ScriptedPort } = {},
): Promise<Scripted> {
  const { makePort = () => new ScriptedPort(), ...rest } = options;
  const runtime = new ManualRuntime();
  const ports: ScriptedPort[] = [];
  const client = createArcusClient<Uint8Array>({
    address: 'cache:11211',
    transcoder: new RawTranscoder(),
    random: () => 1,
    runtime,
    ...rest,
    connect: () => {
      const port = makePort(ports.length);
      ports.push(port);
      return port;
    },
  });
  await runtime.settle();
  return {
    client,
    runtime,
    ports,
    get port() {
      return ports.at(-1) as ScriptedPort;
    },
  };
}
