// Every row of docs/reference/arcus-calls.md: its call is on the client, takes the arguments it says, and gives what it says.
import { type ArcusClient, createArcusClient } from 'timed-operation/arcus';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { read } from '../../../example-blocks.ts';
import { adminSamples } from './samples/admin.ts';
import { btreeSamples } from './samples/btree.ts';
import { type CallSample, type CallSamples, fillServer } from './samples/call-sample.ts';
import { listSamples, mapSamples, setSamples } from './samples/collections.ts';
import { kvSamples, pipeSamples } from './samples/kv.ts';
import { realServer } from './support/real-server.ts';

const samples: CallSamples = {
  ...kvSamples,
  ...btreeSamples,
  ...listSamples,
  ...setSamples,
  ...mapSamples,
  ...adminSamples,
  ...pipeSamples,
};

interface Row {
  /** The call in Java, or the group and name of one that Java has not. */
  readonly id: string;
  readonly group: string;
  readonly name: string;
  /** Names of its arguments in order; of an object, the names in it. */
  readonly positional: readonly string[];
  readonly options: readonly string[];
  /** How many statuses are told as `undefined`, and as `false`. */
  readonly undefined: number;
  readonly false: number;
}

const page = read('docs/reference/arcus-calls.md');
const rows = [...page.matchAll(/^## .*`client\.(kv|btree|list|set|map|admin)`$([\s\S]*?)(?=^## )/gm)].flatMap(
  ([, group = '', text = '']) => {
    const lines = text.split('\n').filter((line) => line.startsWith('| '));
    const [columns = [], ...body] = lines.map((line) =>
      line
        .split('|')
        .map((cell) => cell.trim())
        .slice(1, -1),
    );
    return body.map((cells): Row => {
      const [java = '', here = ''] = cells;
      const [, name = '', args = ''] = /`(\w+)\(([^`]*)\)`/.exec(here) ?? [];
      const objects = [...args.matchAll(/\{([^}]*)\}/g)].flatMap(([, names = '']) => names.split(','));
      const statuses = (column: string) => statusesIn(cells[columns.indexOf(column)] ?? '');
      return {
        id: java === '(none)' ? `${group} ${name}` : java.replaceAll('`', ''),
        group,
        name,
        positional: args
          .replace(/,? ?\{[^}]*\}/g, '')
          .split(', ')
          .filter((each) => each !== ''),
        options: objects.map((each) => each.trim()),
        undefined: statuses('`undefined`'),
        false: statuses('`false`'),
      };
    });
  },
);

function statusesIn(cell: string): number {
  const text = cell.trim();
  if (text === '' || text === '–') return 0;
  return text.match(/`[A-Z_]+`/g)?.length ?? 1;
}

/** The names of a function's parameters. */
function parametersOf(method: unknown): string[] {
  const [, names = ''] = /^\w+\(([^)]*)\)/.exec(String(method)) ?? [];
  return names.split(',').map((name) => name.replace(/=.*/s, '').trim());
}

const callsOf = ({ gives, undefined: none = [], false: no = [] }: CallSample) => [gives, ...none, ...no];

let server: Awaited<ReturnType<typeof realServer>>;
let client: ArcusClient;
beforeEach(async () => {
  server = await realServer();
  client = createArcusClient({ address: server.address, operationTimeout: 10_000 });
  await fillServer(client);
});
afterEach(async () => {
  await client.close();
  await server.close();
});

test('the 76 calls of the Java client have a row each, and each row a sample', () => {
  expect(rows.filter(({ id }) => id.includes('('))).toHaveLength(76);
  const ids = rows.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  expect(Object.keys(samples).toSorted()).toEqual([...ids, 'pipe'].toSorted());
});

describe.each(rows)('$group $name for $id', ({ id, group, name, positional, options, ...statuses }) => {
  const sample = samples[id] as CallSample;

  test('is there, and takes what its row says', () => {
    const method = (client[group as 'kv'] as unknown as Record<string, unknown>)[name];
    expect(method).toBeTypeOf('function');
    const parameters = parametersOf(method);
    for (const [at, argument] of positional.entries()) {
      if (/^\w+$/.test(argument) && argument !== 'attributes')
        expect([argument, `${argument}s`]).toContain(parameters[at]);
    }
    const source = callsOf(sample).map(String).join('\n');
    expect(source).toContain(`${group}.${name}(`);
    expect(options.filter((option) => !new RegExp(`\\b${option}\\b`).test(source))).toEqual([]);
  });

  test('gives what its row says', async () => {
    const { gives, value, undefined: none = [], false: no = [] } = sample;
    expect([none.length, no.length]).toEqual([statuses.undefined, statuses.false]);
    for (const call of none) expect(await call(client, server)).toBe(undefined);
    for (const call of no) expect(await call(client, server)).toBe(false);
    expect(await gives(client, server)).toEqual(value);
  });
});

test('a batch gives what the calls of the same names would', async () => {
  const { gives, value } = samples['pipe'] as CallSample;
  expect(await gives(client, server)).toEqual(value);
});
