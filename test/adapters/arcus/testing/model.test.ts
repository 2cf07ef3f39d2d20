import fc from 'fast-check';
import { ItemStore, ServerSession, ServerStats, serverSettings } from 'timed-operation/arcus/testing';
import { describe, expect, test } from 'vitest';
import { ModelServer } from './model/model-server.ts';
import { type RandomRequests, randomRequests } from './random-requests.ts';

const RUNS: readonly (readonly [keyof RandomRequests, number])[] = [
  ['kv', 300],
  ['list', 300],
  ['set', 200],
  ['map', 200],
  ['btree', 800],
  ['trimming', 800],
  ['attributes', 200],
  ['all', 500],
];

describe('random request sequences are answered as by a model written apart from the server', () => {
  test.each(RUNS)('%s', (family, numRuns) => {
    const sequences = fc.array(randomRequests[family].filter(isPredictable), { maxLength: 50, size: 'max' });
    fc.assert(
      fc.property(sequences, (requests) => {
        const session = newSession();
        const model = new ModelServer();
        for (const request of requests) {
          const [asked, modelled] = withCas(request, model, session);
          expect([request, ordered(ask(session, asked))]).toEqual([request, ordered(model.answer(modelled))]);
        }
      }),
      { numRuns },
    );
  });
});

function newSession(): ServerSession {
  const store = new ItemStore({ clock: { now: () => 0 }, startedAt: 1_700_000_000 });
  return new ServerSession({ store, settings: serverSettings(), stats: new ServerStats() });
}

function ask(session: ServerSession, request: string): string {
  const exchanges = session.push(Buffer.from(request, 'latin1'));
  return exchanges.map(({ response }) => Buffer.from(response).toString('latin1')).join('');
}

/** Whether a merge get notices a repeated key depends on how it searches: that is left to the comparison with the real server. */
function isPredictable(request: string): boolean {
  const [line = '', keys = ''] = request.split('\r\n');
  return !line.startsWith('bop smget') || new Set(keys.split(' ')).size === keys.split(' ').length;
}

/** The request with the cas of its key filled in, as either side numbers it. */
function withCas(request: string, model: ModelServer, session: ServerSession): readonly [string, string] {
  if (!request.includes('@cas')) return [request.replace('@old', '999999'), request.replace('@old', '999999')];
  const question = `gets ${request.split(' ')[1]}\r\n`;
  const fill = (answer: string): string => request.replace('@cas', /^VALUE \S+ \d+ \d+ (\d+)/.exec(answer)?.[1] ?? '1');
  return [fill(ask(session, question)), fill(model.answer(question))];
}

/** Trimmed keys with one bkey have no order of their own, and cas numbers no meaning. */
function ordered(answer: string): string {
  const plain = answer.replace(/^(VALUE \S+ \d+ \d+) \d+\r$/gm, '$1 CAS\r');
  return plain.replace(/(TRIMMED_KEYS \d+\r\n)((?:\S+ \S+\r\n)+)/, (_all, head: string, lines: string) => {
    return head + lines.split('\r\n').sort().join('\r\n');
  });
}
