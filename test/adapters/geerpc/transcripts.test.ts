import fc from 'fast-check';
import { createServer, dial } from 'timed-operation/geerpc';
import { decodeAll, GoTime, OpaqueValue } from 'timed-operation/geerpc/gob';
import { ManualRuntime } from 'timed-operation/testing';
import { describe, expect, it } from 'vitest';
import { anyCut, byteByByte, type Cut, whole } from './support/chunkings.ts';
import { type MemoryPort, memoryPair, opens } from './support/memory-port.ts';
import { Big, Echo, Err, Foo, serveAll, Unknown } from './support/services.ts';
import { bytesOf, direction, type Transcript, transcripts } from './support/transcripts.ts';

const HEAD = 'HTTP/1.0 200 Connected to Gee RPC\n\n';

/** What our server says to the recorded client, at the recorded times. */
async function playServer(transcript: Transcript, cut: Cut): Promise<MemoryPort> {
  const runtime = new ManualRuntime();
  const server = createServer({ runtime });
  serveAll(server, runtime);
  const ends = memoryPair();
  server.accept(ends.server);
  for (const { dir, ms, hex } of transcript.events) {
    await runtime.advanceAsync(Math.max(0, ms + 1 - runtime.now));
    if (dir === 's2c' || hex === undefined) continue;
    for (const chunk of cut(bytesOf(hex))) ends.server.deliver(chunk);
  }
  await runtime.settle();
  return ends.server;
}

/** The values of a gob stream, and what stands before it. */
function values(bytes: Uint8Array): { head: string; values: unknown[] } {
  const text = new TextDecoder('latin1').decode(bytes);
  const head = text.startsWith(HEAD) ? HEAD : '';
  const decoded = decodeAll(bytes.subarray(head.length), { integers: 'mixed', strings: 'mixed' });
  // Go leaves the name out where the reply is a pointer to a type that encodes itself.
  for (const value of decoded) if (value instanceof OpaqueValue) Object.assign(value, { typeName: '' });
  return { head, values: decoded };
}

const plain = transcripts.filter(
  ({ name }) => !['empty-error-text-breaks-client', 'server-cannot-encode-reply-closes'].includes(name),
);

describe('our server and the recorded client', () => {
  const cuts: readonly (readonly [string, Cut])[] = [
    ['whole', whole],
    ['byte by byte', byteByByte],
  ];
  describe.each(plain)('$name', (transcript) => {
    it.each(cuts)('says what the Go server said: %s', async (_name, cut) => {
      const port = await playServer(transcript, cut);
      expect(values(port.bytes)).toEqual(values(direction(transcript, 's2c')));
      // Go closed two of them over a method that it did not find. Ours goes on.
      expect(port.ended || port.closed).toBe(false);
    });
  });

  it('says the very same bytes, but for a type whose name Go leaves out', async () => {
    for (const transcript of plain.filter(({ name }) => name !== 'types-echo')) {
      const port = await playServer(transcript, whole);
      expect(Buffer.from(port.bytes).toString('hex'), transcript.name).toBe(
        Buffer.from(direction(transcript, 's2c')).toString('hex'),
      );
    }
  });

  it('under any chunking', async () => {
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...plain), anyCut, async (transcript, cut) => {
        const port = await playServer(transcript, cut);
        expect(values(port.bytes)).toEqual(values(direction(transcript, 's2c')));
      }),
      { numRuns: 100 },
    );
  });

  it('an empty error text is an error all the same', async () => {
    const transcript = transcripts.find(({ name }) => name === 'empty-error-text-breaks-client') as Transcript;
    const port = await playServer(transcript, whole);
    expect(values(port.bytes).values[0]).toEqual({ ServiceMethod: 'Err.Fail', Seq: 1, Error: 'Error' });
    expect(port.ended || port.closed).toBe(false);
  });

  it('a reply that cannot be encoded is an error of its own call, and the connection goes on', async () => {
    const transcript = transcripts.find(({ name }) => name === 'server-cannot-encode-reply-closes') as Transcript;
    const port = await playServer(transcript, whole);
    const [header] = values(port.bytes).values;
    expect(header).toMatchObject({ ServiceMethod: 'Big.BadReply', Seq: 1, Error: expect.stringMatching(/^gob: /) });
    expect(port.ended || port.closed).toBe(false);
  });
});

/** What a client sends. */
function parts(bytes: Uint8Array): { http: string; option: string; newline: string; gob: Uint8Array } {
  const text = Buffer.from(bytes).toString('latin1');
  const [, http = '', option = '', newline = '', gob = ''] =
    /^(CONNECT [^{]*)?(\{[^}]*\})(\n?)([\s\S]*)$/.exec(text) ?? [];
  return { http, option, newline, gob: Uint8Array.from(Buffer.from(gob, 'latin1')) };
}

/** The recorded calls, as our client makes them. */
const echoed: Readonly<Record<string, unknown>> = {
  'Echo.Bytes': Uint8Array.of(0, 1, 0xff),
  'Echo.Nested': {
    Name: 'n',
    Pt: { X: 1, Y: 0 },
    PtPtr: { X: 0, Y: 2 },
    Tags: ['t'],
    Meta: { k: 1 },
    Data: Uint8Array.of(1),
    F: 0.5,
    B: true,
    U: 7,
  },
  'Echo.Ptr': {
    Name: 'p',
    Pt: { X: 0, Y: 0 },
    PtPtr: null,
    Tags: [],
    Meta: null,
    Data: new Uint8Array(0),
    F: 0,
    B: false,
    U: 0,
  },
  'Echo.Rec': { Val: 1, Next: { Val: 2, Next: null, Kids: [] }, Kids: [{ Val: 3, Next: null, Kids: [] }] },
  'Echo.Time': GoTime.fromDate(new Date('2024-01-02T03:04:05Z')),
  'Echo.Uint': 2n ** 64n - 1n,
  'Echo.Int': -(2n ** 63n),
};

interface Played {
  readonly port: MemoryPort;
  readonly outcomes: unknown[];
}

/** What our client makes of what the Go server said, call by call at the recorded times. */
async function playClient(transcript: Transcript, cut: Cut): Promise<Played> {
  const runtime = new ManualRuntime();
  const { client: port } = memoryPair();
  const { events } = transcript;
  const http = transcript.transport === 'http';
  const handleTimeout = transcript.name.startsWith('handle') ? 100 : 0;
  const address = `${transcript.transport}@127.0.0.1:1`;
  const services = [...Unknown, Foo, Err, Big, Echo];
  const dialled = dial(address, { runtime, handleTimeout, services, connect: opens(port) });
  await runtime.settle();
  if (http) for (const chunk of cut(bytesOf(events[1]?.hex as string))) port.deliver(chunk);
  const client = await runtime.run(dialled);
  const outcomes: unknown[] = [];
  const jobs = transcript.jobs.map((job) => JSON.parse(job) as { method: string; args: unknown; ctxMs?: number });
  const requests = events.filter(({ dir, hex }) => dir === 'c2s' && hex !== undefined).slice(http ? 2 : 1);
  for (const event of events.slice(http ? 2 : 0)) {
    await runtime.advanceAsync(Math.max(0, event.ms - runtime.now));
    const job = jobs[requests.indexOf(event)];
    if (job !== undefined) {
      const index = outcomes.push(undefined) - 1;
      const missing = job.method === 'Foo.Sum' ? { Num1: 0, Num2: 0, ...(job.args as object) } : job.args;
      const args = echoed[job.method] ?? missing;
      const timeout = job.ctxMs ?? Number.POSITIVE_INFINITY;
      client.call(job.method, args, { timeout }).then(
        (value) => {
          outcomes[index] = value;
        },
        (error: Error) => {
          outcomes[index] = error.message;
        },
      );
      await runtime.settle();
    } else if (event.dir === 's2c' && event.hex !== undefined) {
      for (const chunk of cut(bytesOf(event.hex))) port.deliver(chunk);
    } else if (event.dir === 's2c') port.hearEnd();
    await runtime.settle();
  }
  for (const { method, args } of jobs.slice(requests.length)) {
    outcomes.push(await runtime.run(client.call(method, args).catch((error: Error) => error.message)));
  }
  await runtime.settle();
  return { port, outcomes };
}

/** The recorded outcome of each job, with what JSON had no form for. */
function recorded(transcript: Transcript): unknown[] {
  return transcript.jobs.map((job, index) => {
    const { method } = JSON.parse(job) as { method: string };
    const { err, reply } = transcript.results[index] ?? {};
    return err ?? echoed[method] ?? reply;
  });
}

describe('our client and the recorded server', () => {
  const exact = transcripts.filter(({ name }) => name !== 'empty-error-text-breaks-client');

  it.each(exact)('$name: says the same behind a padded Option, and comes to the same end', async (transcript) => {
    const { port, outcomes } = await playClient(transcript, whole);
    expect(outcomes).toEqual(recorded(transcript));
    const ours = parts(port.bytes);
    const theirs = parts(direction(transcript, 'c2s'));
    expect(ours.option).toHaveLength(512);
    expect([ours.http, ours.option.replace(/ +\}$/, '}'), ours.newline]).toEqual([theirs.http, theirs.option, '']);
    // Ours puts missing definitions before the header instead of behind it, so that a request can be withdrawn.
    expect(ours.gob.length).toBe(theirs.gob.length);
    expect(values(ours.gob)).toEqual(values(theirs.gob));
  });

  it.each(exact)('$name: comes to the same end byte by byte', async (transcript) => {
    const { outcomes } = await playClient(transcript, byteByByte);
    expect(outcomes).toEqual(recorded(transcript));
  });

  it('under any chunking', async () => {
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...exact), anyCut, async (transcript, cut) => {
        expect((await playClient(transcript, cut)).outcomes).toEqual(recorded(transcript));
      }),
      { numRuns: 100 },
    );
  });

  it('an empty error text makes a bad body, which is that call alone', async () => {
    const transcript = transcripts.find(({ name }) => name === 'empty-error-text-breaks-client') as Transcript;
    const { outcomes } = await playClient(transcript, whole);
    expect(outcomes[0]).toMatch(/^reading body gob: /);
    // Go's client had closed by itself, since for it one bad body is the end of all calls.
    expect(outcomes[1]).toBe('connection is shut down');
  });
});
