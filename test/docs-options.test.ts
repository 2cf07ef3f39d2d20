import { createArcusClient } from 'timed-operation/arcus';
import { createServer, dial } from 'timed-operation/geerpc';
import { describe, expect, it } from 'vitest';
import { read } from './example-blocks.ts';

/** The names that a refusal lists. */
const listed = (error: unknown): string[] => String(error).split(' expected ')[1]?.split(', ') ?? [];

function refusal(make: () => unknown): unknown {
  try {
    return make();
  } catch (error) {
    return error;
  }
}

/** What stands in code in the first cells of the table behind a heading. */
function documented(page: string, heading: string): string[] {
  const section =
    read(page)
      .split(/^## /m)
      .find((each) => each.startsWith(heading)) ?? '';
  const cells = section.split('\n').flatMap((line) => (line.startsWith('| `') ? [line.split('|')[1] as string] : []));
  return cells.flatMap((cell) => [...cell.matchAll(/`([^`]+)`/g)].map(([, name]) => name as string));
}

const unknown = { nothing: 1 } as never;

describe('the reference has every option, and no other:', () => {
  it('of an ARCUS client', () => {
    const names = listed(refusal(() => createArcusClient(unknown)));
    expect(names.length).toBeGreaterThan(10);
    expect(documented('docs/reference/arcus-calls.md', 'The client').sort()).toEqual(names.sort());
  });

  it('of a dial', async () => {
    const names = listed(await dial('tcp@127.0.0.1:1', unknown).catch((error) => error));
    expect(names.length).toBeGreaterThan(10);
    expect(documented('docs/reference/geerpc.md', '`dial').sort()).toEqual(names.sort());
  });

  it('of a GeeRPC server', () => {
    const names = listed(refusal(() => createServer(unknown)));
    expect(names.length).toBeGreaterThan(5);
    expect(documented('docs/reference/geerpc.md', '`createServer').sort()).toEqual(names.sort());
  });
});
