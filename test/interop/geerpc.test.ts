import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServer, dial } from 'timed-operation/geerpc';
import { GoTime } from 'timed-operation/geerpc/gob';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { defaultRuntime } from '../../src/core/runtime.ts';
import { Big, Echo, Err, Foo, serveAll, Unknown } from '../adapters/geerpc/support/services.ts';
import { GoGeeRpc } from './go-geerpc.ts';

const go = new GoGeeRpc();
const folder = mkdtempSync(join(tmpdir(), 'geerpc-'));
const services = [...Unknown, Foo, Err, Big, Echo];
const server = createServer();
const ours: Record<string, string> = {};
const theirs: Record<string, string> = {};

beforeAll(async () => {
  serveAll(server, defaultRuntime);
  ours['tcp'] = (await server.listen('tcp@127.0.0.1:0')).address;
  ours['http'] = ours['tcp'].replace('tcp', 'http');
  ours['unix'] = (await server.listen(`unix@${join(folder, 'ours')}`)).address;
  theirs['tcp'] = `tcp@${await go.serve('tcp', '127.0.0.1:0')}`;
  theirs['http'] = `http@${await go.serve('tcp', '127.0.0.1:0', 'serve-http')}`;
  theirs['unix'] = `unix@${await go.serve('unix', join(folder, 'theirs'))}`;
});

afterAll(async () => {
  await server.close();
  await go.close();
  rmSync(folder, { recursive: true, force: true });
});

const nested = { Name: 'n', Pt: { X: 1, Y: 0 }, Tags: ['t'], Meta: { k: 1 }, F: 0.5, B: true, U: 7 };
const rec = { Val: 1, Next: { Val: 2, Next: null, Kids: [] }, Kids: [{ Val: 3, Next: null, Kids: [] }] };
/** The same values for our schemas, and for Go's JSON. */
const values: readonly (readonly [method: string, value: unknown, json?: unknown, answer?: unknown])[] = [
  ['Echo.String', 'héllo \u{1f600}'],
  ['Echo.String', ''],
  ['Echo.Bytes', Uint8Array.of(0, 1, 255), 'AAH/'],
  ['Echo.Float', -1.5e300],
  ['Echo.Map', { a: 1, b: -2 }],
  ['Echo.Slice', ['x', '', 'y']],
  ['Echo.Array', [1, 0, -3]],
  [
    'Echo.Nested',
    { ...nested, PtPtr: { X: 0, Y: 2 }, Data: Uint8Array.of(1) },
    { ...nested, PtPtr: { X: 0, Y: 2 }, Data: 'AQ==' },
  ],
  ['Echo.Ptr', { ...nested, PtPtr: null, Data: new Uint8Array(0) }, { ...nested, PtPtr: null, Data: null }],
  [
    'Echo.Rec',
    rec,
    { Val: 1, Next: { Val: 2 }, Kids: [{ Val: 3 }] },
    JSON.parse(JSON.stringify(rec).replaceAll('[]', 'null')),
  ],
  ['Echo.Time', GoTime.fromDate(new Date('2024-01-02T03:04:05Z')), '2024-01-02T03:04:05Z'],
  ['Echo.Empty', {}],
  ['Echo.Bool', true],
  ['Echo.Bool', false],
  ['Echo.Uint', 2n ** 53n - 1n, 2 ** 53 - 1],
  ['Echo.Int', -(2n ** 53n - 1n), -(2 ** 53 - 1)],
];

describe.each(['tcp', 'http', 'unix'])('our client and a Go server over %s', (transport) => {
  it('every type comes back as it was sent', async () => {
    await using client = await dial(theirs[transport] as string, { services });
    for (const [method, value] of values) expect(await client.call(method, value), method).toEqual(value);
  });

  it('errors, calls out of order, handle and call timeouts are each its own', async () => {
    await using client = await dial(theirs[transport] as string, { services, handleTimeout: 300 });
    const order: number[] = [];
    const sleep = (ms: number) => client.call('Foo.Sleep', ms).then((slept) => order.push(slept as number));
    const outcomes = await Promise.allSettled([
      client.call('Err.Fail', '100% full'),
      client.call('Nope.X', { Num1: 1, Num2: 2 }),
      client.call('Foo.Sleep', 1_000),
      client.call('Foo.Sleep', 200, { timeout: 50 }),
      sleep(100),
      sleep(1),
    ]);
    expect(
      outcomes.map((outcome) => (outcome.status === 'fulfilled' ? outcome.value : outcome.reason.message)),
    ).toEqual([
      '100% full',
      "rpc server: can't find Nope.X",
      'rpc server: request handle timeout: expect within 300ms',
      'rpc client: call failed: context deadline exceeded',
      2,
      1,
    ]);
    expect(order).toEqual([1, 100]);
    expect(client.stats.late).toBe(1);
  });

  it('1,000 calls at once', async () => {
    await using client = await dial(theirs[transport] as string, { services });
    const sums = await Promise.all(
      Array.from({ length: 1_000 }, (_, i) => client.call('Foo.Sum', { Num1: i, Num2: i })),
    );
    expect(sums).toEqual(Array.from({ length: 1_000 }, (_, i) => 2 * i));
  });

  it('400 fresh connections, each with its request at once: none is lost', async () => {
    let right = 0;
    for (let i = 0; i < 400; i++) {
      await using client = await dial(theirs[transport] as string, { services, callTimeout: 5_000 });
      if ((await client.call('Foo.Sum', { Num1: i, Num2: 1 })) === i + 1) right++;
    }
    expect(right).toBe(400);
  });
});

describe.each(['tcp', 'http', 'unix'])('a Go client and our server over %s', (transport) => {
  it('every type comes back as it was sent', async () => {
    const calls = values.map(([method, value, json = value]) => ({ method, args: json }));
    const outcomes = await go.call(ours[transport] as string, '0s', calls);
    const expected = values.map(([, value, json = value, answer = json], id) => ({ id, value: answer }));
    expect(outcomes.sort((a, b) => a.id - b.id)).toEqual(expected);
  });

  it('errors, calls out of order, handle and call timeouts are each its own', async () => {
    const outcomes = await go.call(ours[transport] as string, '300ms', [
      { method: 'Err.Fail', args: '100% full' },
      { method: 'Nope.X', args: 1 },
      { method: 'Foo.Nope', args: 1 },
      { method: 'Foo.Sleep', args: 1_000 },
      { method: 'Foo.Sleep', args: 200, timeoutMs: 50 },
      { method: 'Foo.Sleep', args: 100 },
      { method: 'Foo.Sleep', args: 1 },
    ]);
    const ids = outcomes.map(({ id }) => id);
    expect(ids.indexOf(6)).toBeLessThan(ids.indexOf(5));
    expect(outcomes.sort((a, b) => a.id - b.id).map(({ error, value }) => error ?? value)).toEqual([
      '100% full',
      "rpc server: can't find service Nope",
      "rpc server: can't find method Nope",
      'rpc server: request handle timeout: expect within 300ms',
      'timeout',
      100,
      1,
    ]);
  });

  it('1,000 calls at once', async () => {
    const calls = Array.from({ length: 1_000 }, (_, i) => ({ method: 'Foo.Sum', args: { Num1: i, Num2: i } }));
    const outcomes = await go.call(ours[transport] as string, '0s', calls);
    expect(outcomes.sort((a, b) => a.id - b.id)).toEqual(calls.map(({ args }, id) => ({ id, value: args.Num1 * 2 })));
  });

  it('400 fresh connections, each with its request at once: none is lost', async () => {
    expect(await go.fresh(ours[transport] as string, 400)).toBe(400);
  });
});
