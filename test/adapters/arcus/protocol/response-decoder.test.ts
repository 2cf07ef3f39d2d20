import { type ArcusResponse, type Command, ResponseDecoder } from 'timed-operation/arcus';
import { describe, expect, it } from 'vitest';
import { decode, decoderFor, faultOf, get, pipe, range, remove, set } from '../support/decode.ts';
import { drain } from '../support/replay.ts';
import { asLatin1, latin1 } from '../support/transcripts.ts';

describe('a response', () => {
  it('ends by length and not by what looks like an end', () => {
    const [response, next] = decode([get, remove], 'VALUE k 0 11\r\na\r\nEND\r\nb\r\n\r\nEND\r\nDELETED\r\n');
    expect(response).toMatchObject({ type: 'values', values: [{ key: 'k', flags: 0, cas: undefined }] });
    expect(response?.type === 'values' && asLatin1(response.values[0]!.data)).toBe('a\r\nEND\r\nb\r\n');
    expect(next).toEqual({ type: 'status', fatal: false, status: 'DELETED' });
  });

  it('carries u64 as bigint, bytes as Uint8Array and flags as u32', () => {
    const [response] = decode(
      [range],
      'VALUE 4294967295 2\r\n18446744073709551615 0x0aFF 1 a\r\n9007199254740993 0 \r\nTRIMMED\r\n',
    );
    expect(response).toEqual({
      type: 'btree',
      fatal: false,
      flags: 4_294_967_295,
      elements: [
        { bkey: 18_446_744_073_709_551_615n, eflag: Uint8Array.of(0x0a, 0xff), data: latin1('a') },
        { bkey: 9_007_199_254_740_993n, eflag: undefined, data: latin1('') },
      ],
      trailer: 'TRIMMED',
    });
  });

  it('is not awaited after noreply and quit', () => {
    const decoder = new ResponseDecoder();
    expect(decoder.expect({ ...set, noreply: true } as Command)).toBe(false);
    expect(decoder.expect({ type: 'quit' })).toBe(false);
    expect(decoder.pending).toBe(0);
    expect(decoder.expect(set)).toBe(true);
    expect(decoder.pending).toBe(1);
  });

  it('holds memory of its own: the chunk may be overwritten, and nothing outside is kept alive', () => {
    const chunk = Buffer.from('VALUE k 0 3\r\nabc\r\nEND\r\nVALUE 0 2\r\n70 x');
    const lent = Buffer.concat([chunk, Buffer.from('y'.repeat(69))]);
    const decoder = decoderFor([get, { type: 'lop get', key: 'k', index: { from: 0, to: 1 } }]);
    decoder.push(lent);
    const [response] = drain(decoder);
    lent.fill(0);
    decoder.push(Buffer.from(`\r\n70 ${'z'.repeat(70)}\r\nEND\r\n`));
    const list = decoder.next();
    const value = response?.type === 'values' ? response.values[0]!.data : undefined;
    expect(value).toEqual(latin1('abc'));
    expect(value?.buffer.byteLength).toBe(3);
    expect(list).toMatchObject({ elements: [latin1(`x${'y'.repeat(69)}`), latin1('z'.repeat(70))] });
  });

  it('keeps its place in a queue of many', () => {
    const decoder = new ResponseDecoder();
    for (let round = 0; round < 50; round++) {
      for (let i = 0; i < 100; i++) decoder.expect({ type: 'incr', key: 'k', delta: 1n });
      for (let i = 0; i < 90; i++) decoder.push(latin1(`${round * 90 + i}\r\n`));
      expect(drain(decoder).map((response) => response.type === 'number' && Number(response.value))).toEqual(
        Array.from({ length: 90 }, (_, i) => round * 90 + i),
      );
    }
    expect(decoder.pending).toBe(500);
  });
});

describe('a failure', () => {
  it.each([
    ['ERROR', set, true],
    ['ERROR unknown command', remove, true],
    ['ERROR no matching command', get, true],
    ['CLIENT_ERROR bad command line format', remove, true],
    ['CLIENT_ERROR bad command line format.  Usage: delete <key> [noreply]', remove, true],
    ['CLIENT_ERROR too long field name', set, true],
    ['CLIENT_ERROR bad data chunk', set, true],
    ['CLIENT_ERROR too large value', set, false],
    ['CLIENT_ERROR object too large for cache', set, false],
    ['CLIENT_ERROR bad value', set, false],
    ['CLIENT_ERROR invalid prefix name', set, false],
    ['CLIENT_ERROR cannot increment or decrement non-numeric value', remove, false],
    ['CLIENT_ERROR invalid numeric delta argument', remove, false],
    ['CLIENT_ERROR invalid: too many count', remove, false],
    ['CLIENT_ERROR unauthorized', remove, false],
    ['CLIENT_ERROR unauthorized', set, true],
    ['SERVER_ERROR out of memory storing object', set, false],
    ['SERVER_ERROR internal', get, false],
  ])('%s: says whether the stream is lost', (line, command, fatal) => {
    const [response, next] = decode([command, remove], `${line}\r\nDELETED\r\n`);
    const [word = '', ...rest] = line.split(' ');
    expect(response).toEqual({ type: 'failure', fatal, word, message: rest.join(' '), staleNodes: false });
    expect(next).toEqual(fatal ? undefined : { type: 'status', fatal: false, status: 'DELETED' });
  });

  it.each(['SWITCHOVER 10.0.0.1:11211', 'SWITCHOVER', 'REPL_SLAVE 10.0.0.1:11211', 'NOT_MY_KEY 1 2'])(
    '%s: says that the nodes have changed',
    (line) => {
      expect(decode([set], `${line}\r\n`)).toMatchObject([{ type: 'failure', fatal: false, staleNodes: true }]);
    },
  );

  it('in the middle of a response loses the stream', () => {
    expect(
      decode([{ type: 'get', keys: ['k', 'l'] }], 'VALUE k 0 1\r\na\r\nSERVER_ERROR out of memory\r\n'),
    ).toMatchObject([{ type: 'failure', fatal: true }]);
  });

  it('ends the decoder when it is fatal: later bytes are given to nobody', () => {
    const decoder = decoderFor([set, get]);
    decoder.push(latin1('ERROR\r\nERROR\r\n'));
    expect(drain(decoder)).toHaveLength(1);
    decoder.push(latin1('END\r\n'));
    expect(drain(decoder)).toEqual([]);
    expect(decoder).toMatchObject({ failed: true, pending: 0, heldBytes: 0 });
    expect(decoder.offset).toBe(7);
  });
});

describe('a pipe', () => {
  const stopped = (statuses: string[], count: number): ArcusResponse[] =>
    decode(
      [pipe(count)],
      `RESPONSE ${statuses.length}\r\n${statuses.map((line) => `${line}\r\n`).join('')}PIPE_ERROR bad error\r\n`,
    );

  it('that stopped before its end loses the stream', () => {
    expect(stopped(['STORED', 'CLIENT_ERROR too large value'], 3)).toMatchObject([
      { type: 'pipe', fatal: true, error: 'bad error' },
    ]);
    expect(stopped(['STORED'], 3)).toMatchObject([{ fatal: true }]);
  });

  it('of which only the last command failed, in order, does not', () => {
    expect(stopped(['STORED', 'CLIENT_ERROR too large value'], 2)).toMatchObject([{ type: 'pipe', fatal: false }]);
    expect(stopped(['STORED', 'CLIENT_ERROR bad data chunk'], 2)).toMatchObject([{ fatal: true }]);
  });

  it('of one command is answered by a line', () => {
    const response = {
      type: 'pipe',
      fatal: false,
      responses: [{ type: 'status', fatal: false, status: 'STORED' }],
      error: undefined,
    };
    expect(decode([pipe(1)], 'STORED\r\n')).toEqual([response]);
  });

  it('that is refused as a whole loses the stream', () => {
    expect(decode([pipe(2)], 'SERVER_ERROR out of memory\r\n')).toMatchObject([{ type: 'failure', fatal: true }]);
  });

  it.each([
    'RESPONSE 3\r\n',
    'RESPONSE 1\r\nSTORED\r\nEND\r\n',
    'STORED\r\n',
    'RESPONSE 2\r\nSTORED\r\nSTORED\r\nDONE\r\n',
  ])('is corrupt when it has another number of statuses: %j', (text) => {
    expect(faultOf(decode([pipe(2)], text))).toBe('malformed');
  });
});
