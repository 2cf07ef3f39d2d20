import fc from 'fast-check';
import { ArcusServer } from 'timed-operation/arcus/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type RandomRequests, randomRequests } from '../adapters/arcus/testing/random-requests.ts';
import { askServer } from './ask-server.ts';
import { type MemcachedProcess, startMemcached } from './memcached-process.ts';
import { memcachedRequests } from './memcached-requests.ts';

interface Peer {
  readonly host: string;
  readonly port: number;
}

/** Sends the requests to a server; those with a cas in it alone, so that its number can be asked for. */
async function converse({ host, port }: Peer, requests: readonly string[]): Promise<string> {
  const answers: string[] = [];
  let together = 'flush_all\r\n';
  for (const request of requests) {
    if (!request.includes('@')) {
      together += request;
      continue;
    }
    answers.push(await askServer(port, host, together));
    together = '';
    const known = await askServer(port, host, `gets ${request.split(' ')[1]}\r\n`);
    const cas = /^VALUE \S+ \d+ \d+ (\d+)/.exec(known)?.[1] ?? '1';
    answers.push(await askServer(port, host, request.replace('@cas', cas).replace('@old', '999999999')));
  }
  answers.push(await askServer(port, host, together));
  return answers.join('');
}

/** Without what two servers may answer differently: cas numbers, and the order of sets (whose values begin with S) and maps (fields with f). */
function comparable(answer: string): readonly string[] {
  const lines = answer.replace(/^(VALUE \S+ \d+ \d+) \d+\r$/gm, '$1 CAS\r').split('\r\n');
  const result: string[] = [];
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at]!;
    const count = Number(/^VALUE \d+ (\d+)$/.exec(line)?.[1] ?? 0);
    const block = lines.slice(at + 1, at + 1 + count);
    result.push(line, ...(/^(?:\d+ S|f\d )/.test(block[0] ?? '') ? block.sort() : block));
    at += count;
  }
  return result;
}

async function agree(requests: fc.Arbitrary<string>, peer: Peer, numRuns: number, same = comparable): Promise<void> {
  await using server = await ArcusServer.listen();
  const ours = { host: '127.0.0.1', port: server.port };
  await fc.assert(
    fc.asyncProperty(fc.array(requests, { maxLength: 50, size: 'max' }), async (sequence) => {
      const [expected, answer] = [await converse(peer, sequence), await converse(ours, sequence)];
      expect(same(answer)).toEqual(same(expected));
    }),
    { numRuns },
  );
}

describe('plain values are answered as by a real memcached', () => {
  let memcached: MemcachedProcess;
  beforeAll(async () => {
    memcached = await startMemcached();
  });
  afterAll(() => memcached.stop());

  test('in random request sequences', async () => {
    // memcached keeps the length of a number that gets shorter, and fills up with blanks; ARCUS does not.
    const unfilled = (answer: string): readonly string[] =>
      comparable(
        answer.replace(
          /^VALUE (n\S+ \d+) \d+( \d+)?\r\n(\d+) *\r$/gm,
          (_all, head: string, cas: string | undefined, data: string) =>
            `VALUE ${head} N${cas ? ' CAS' : ''}\r\n${data}\r`,
        ),
      );
    await agree(memcachedRequests, { host: '127.0.0.1', port: memcached.port }, 500, unfilled);
  });
});

// With a real ARCUS server at hand (started with `-g` and the scrub extension, best one of its own: it is flushed), all of it is compared.
const { ARCUS_ADDR: address } = process.env;
if (address !== undefined) {
  const [host = '', port = ''] = address.split(':');
  const families: readonly (keyof RandomRequests)[] = ['kv', 'list', 'set', 'map', 'btree', 'attributes', 'all'];
  describe(`everything is answered as by the server at ${address}`, () => {
    test.each(families)('in random request sequences: %s', async (family) => {
      await agree(
        randomRequests[family],
        { host, port: Number(port) },
        family === 'btree' || family === 'trimming' ? 2000 : 500,
      );
    });
  });
}
