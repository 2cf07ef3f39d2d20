import { describe, expect, inject, it } from 'vitest';
import { toolFile, tryRun, write } from './consumer.ts';

const { folder } = inject('consumer');

const COMPILERS = {
  'TypeScript 5.4': toolFile('ts54/lib/tsc.js', true),
  'TypeScript 5.9': toolFile('ts59/lib/tsc.js', true),
  'TypeScript 7': toolFile('typescript/bin/tsc', false),
};
const MODULES = { nodenext: 'nodenext', bundler: 'esnext' };

const core = `import { timed, Deadline, type TimedPromise } from 'timed-operation';
import { hedge, retry, runtimeStats, TimedOperation, timedAll, timedIterable } from 'timed-operation';
import { assertRaces, ManualRuntime } from 'timed-operation/testing';
export const group: Promise<[{ outcome: string }, { outcome: string }]> = timedAll([() => 1, async () => 'a'], 5);
export const again: Promise<number> = retry((_context, attempt) => attempt, { attempts: 2 });
export const first: Promise<number> = hedge((_context, attempt) => attempt, { after: 5 });
export async function lengths(lines: AsyncIterable<string>): Promise<void> {
  for await (const line of timedIterable(lines, { idle: 5 })) line.toUpperCase();
}
export const outcome = new TimedOperation(new ManualRuntime(), {}, undefined).outcome;
export const late: number = runtimeStats().late;
const call: TimedPromise<number> = timed(async (context) => context.remaining(), { timeout: 5, runtime: new ManualRuntime() });
export const won: boolean = call.cancel('enough');
export const text: Promise<string> = timed(Promise.resolve(5), { deadline: Deadline.after(5), decode: (n) => n.toFixed() });
export const report = assertRaces({ name: 'none', setup: () => {} });
`;
const withoutHost = `${core}
import { ArcusServer } from 'timed-operation/arcus/testing';
import { createServer, dial, method, service } from 'timed-operation/geerpc';
import { type Infer, int, struct } from 'timed-operation/geerpc/gob';
const Args = struct('main.Args', { Num1: int, Num2: int });
export const args: Infer<typeof Args> = { Num1: 1, Num2: 2 };
const Foo = service('Foo', { Sum: method(Args, int) });
export const server = createServer();
server.register(Foo, { Sum: ({ Num1, Num2 }) => Num1 + Num2 });
export async function sum(address: string): Promise<number> {
  const client = await dial(address, { services: [Foo] });
  return client.bind(Foo).Sum(args);
}
export const cache: Promise<ArcusServer> = ArcusServer.listen();
`;
const withDom = `${core}
export const page: Promise<Response> = timed(({ signal }) => fetch('/', { signal }), 5);
export async function chunks(stream: ReadableStream<Uint8Array>): Promise<void> {
  for await (const chunk of timedIterable(stream, { idle: 5 })) chunk.byteLength.toFixed();
}
`;
const withNode = `${withoutHost}
import { createArcusClient } from 'timed-operation/arcus';
import { channels, publishDiagnostics } from 'timed-operation/node';
export const client = createArcusClient({ address: 'cache:11211', tls: { servername: 'cache' } });
export const name: Promise<unknown> = client.kv.get('user:1', { timeout: 50 });
export const observed: Disposable = publishDiagnostics();
export const told: boolean = channels.decide.hasSubscribers;
export const body: Promise<Response> = timed(({ signal }) => fetch('http://localhost', { signal }), 5);
`;
const nodeAlone = `import { publishDiagnostics } from 'timed-operation/node';
export const observed: Disposable = publishDiagnostics();
`;
const arcusAlone = `import { createArcusClient } from 'timed-operation/arcus';
export const client = createArcusClient({ address: 'cache:11211' });
`;

/** What a compiler of a consumer says to `source`: nothing when it is content. */
function compile(compiler: string, resolution: keyof typeof MODULES, source: string, options: object): string {
  write({
    'types/consumer.mts': source,
    'types/tsconfig.json': JSON.stringify({
      compilerOptions: {
        strict: true,
        exactOptionalPropertyTypes: true,
        noEmit: true,
        types: [],
        lib: ['es2022'],
        target: 'es2022',
        module: MODULES[resolution],
        moduleResolution: resolution,
        skipLibCheck: false,
        ...options,
      },
      files: ['consumer.mts'],
    }),
  });
  return tryRun(process.execPath, [compiler, '-p', 'types'], folder).text;
}

const node = { types: ['node'], typeRoots: [toolFile('@types', false)] };

describe.each(Object.entries(COMPILERS))('with %s and skipLibCheck off', (_, compiler) => {
  describe.each(['nodenext', 'bundler'] as const)('moduleResolution %s', (resolution) => {
    it.each([
      ['the core, GeeRPC and the test servers need no types of a host', withoutHost, {}],
      ['the core takes what the DOM has', withDom, { lib: ['es2022', 'dom'] }],
      ['everything checks with the types of Node', withNode, node],
    ])('%s', (_name, source, options) => {
      expect(compile(compiler, resolution, source, options)).toBe('');
    });

    it('the ARCUS client says by its first line that it wants the types of Node, for the options of TLS', () => {
      const errors = compile(compiler, resolution, arcusAlone, {}).trim().split('\n');
      expect(errors).toHaveLength(1);
      expect(errors[0]).toMatch(/connect-node\.d\.ts\(\d+,\d+\): error TS\d+: Cannot find .*'node:tls'/);
    });

    it('the diagnostics channels want the types of Node, and say so', () => {
      const errors = compile(compiler, resolution, nodeAlone, {}).trim().split('\n');
      expect(errors).toHaveLength(1);
      expect(errors[0]).toMatch(/node\.d\.ts\(\d+,\d+\): error TS\d+: Cannot find .*'node:diagnostics_channel'/);
    });
  });
});
