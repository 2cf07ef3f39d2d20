import { ItemStore, ServerSession, type ServerState, ServerStats, serverSettings } from 'timed-operation/arcus/testing';
import { describe, expect, test } from 'vitest';
import { renameRequest, renameResponse } from './rename.ts';
import { sent, type Transcript, transcripts } from './transcripts.ts';

interface Server {
  readonly state: ServerState;
  wait(ms: number): void;
}

function newServer(): Server {
  let now = 0;
  const store = new ItemStore({ clock: { now: () => now } });
  return {
    state: { store, settings: serverSettings(), stats: new ServerStats() },
    wait: (ms) => {
      now += ms;
    },
  };
}

function replay(
  server: Server,
  transcript: Transcript,
  pieces: (bytes: Uint8Array) => Iterable<Uint8Array>,
  rename: boolean,
): void {
  const session = new ServerSession(server.state);
  for (const step of transcript.steps) {
    server.wait(step.delayMs ?? 0);
    const request = rename ? renameRequest(sent(step)) : sent(step);
    let response = '';
    for (const piece of pieces(Buffer.from(request, 'latin1'))) {
      for (const exchange of session.push(piece)) response += Buffer.from(exchange.response).toString('latin1');
    }
    if (transcript.volatile || step.volatile) continue;
    const expected = rename ? renameResponse(step.recv) : step.recv;
    expect([request.slice(0, 100), response]).toEqual([request.slice(0, 100), expected]);
    expect(session.closed).toBe(step.closed ?? false);
  }
}

const whole = (bytes: Uint8Array): Uint8Array[] => [bytes];

function* bytewise(bytes: Uint8Array): Generator<Uint8Array> {
  for (let at = 0; at < bytes.length; at++) yield bytes.subarray(at, at + 1);
}

describe('the server answers every recorded conversation byte for byte', () => {
  test('there are as many as were recorded', () => {
    expect(transcripts).toHaveLength(136);
    expect(transcripts.filter((transcript) => !transcript.volatile)).toHaveLength(113);
  });

  for (const [title, pieces, rename] of [
    ['requests come whole', whole, false],
    ['requests come byte by byte', bytewise, false],
    ['keys, fields and values have other names, and requests come whole', whole, true],
    ['keys, fields and values have other names, and requests come byte by byte', bytewise, true],
  ] as const) {
    describe(title, () => {
      const server = newServer();
      test.each(transcripts.map((transcript) => [transcript.name, transcript] as const))('%s', (_name, transcript) => {
        replay(server, transcript, pieces, rename);
      });
    });
  }
});

test('volatile conversations are answered alike but for cas numbers, seconds left and the order of sets and maps', () => {
  const stable = (text: string): string =>
    text
      .replace(/^(VALUE \S+ \d+ \d+) \d+\r$/gm, '$1 CAS\r')
      .replace(/expiretime=\d+/g, 'expiretime=N')
      .replace(/\r\n((?:\S+ \S*\r\n|\S+ \d+ \S*\r\n)+)END/g, (_all, lines: string) =>
        lines.split('\r\n').sort().join(),
      );
  const names = [
    'kv cas',
    'kv mgets',
    'kv gets multi',
    'kv expire relative',
    'sop get all order',
    'mop get all',
    'scrub',
    'stats misc',
  ];
  const server = newServer();
  let compared = 0;
  for (const transcript of transcripts) {
    const session = new ServerSession(server.state);
    for (const step of transcript.steps) {
      server.wait(step.delayMs ?? 0);
      const request = sent(step);
      const response = session
        .push(Buffer.from(request, 'latin1'))
        .map((exchange) => Buffer.from(exchange.response).toString('latin1'));
      // A random pick, and what a dump finds, are different each time.
      if (!names.includes(transcript.name) || /^(?:sop get s:i 2|stats cachedump 0)/.test(request)) continue;
      expect([request, stable(response.join(''))]).toEqual([request, stable(step.recv)]);
      compared++;
    }
  }
  expect(compared).toBe(24);
});
