import {
  ArcusProtocolError,
  type ArcusResponse,
  type Command,
  ResponseDecoder,
  type ResponseLimits,
} from 'timed-operation/arcus';
import { describe, expect, it } from 'vitest';
import { drain } from '../support/replay.ts';
import { asLatin1, latin1 } from '../support/transcripts.ts';

const data = latin1('v');
const get: Command = { type: 'get', keys: ['k'] };
const set: Command = { type: 'set', key: 'k', data };
const remove: Command = { type: 'delete', key: 'k' };
const range: Command = { type: 'bop get', key: 'k', bkey: { from: 0n, to: 9n } };
const insert = { type: 'lop insert', key: 'k', index: 0, data } as const;
const pipe = (count: number): Command => ({ type: 'pipe', commands: Array(count).fill(insert) });

function decoderFor(commands: readonly Command[], limits: Partial<ResponseLimits> = {}): ResponseDecoder {
  const decoder = new ResponseDecoder(limits);
  for (const command of commands) decoder.expect(command);
  return decoder;
}

function decode(
  commands: readonly Command[],
  text: string,
  limits?: Partial<ResponseLimits>,
): ArcusResponse[] {
  const decoder = decoderFor(commands, limits);
  decoder.push(latin1(text));
  return drain(decoder);
}

const faultOf = (responses: readonly ArcusResponse[]): string => {
  const last = responses.at(-1);
  return last?.type === 'corrupt' ? last.error.fault : `no fault: ${last?.type}`;
};

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
      expect(decode([set], `${line}\r\n`)).toMatchObject([
        { type: 'failure', fatal: false, staleNodes: true },
      ]);
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
    expect(stopped(['STORED', 'CLIENT_ERROR too large value'], 2)).toMatchObject([
      { type: 'pipe', fatal: false },
    ]);
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
    expect(decode([pipe(2)], 'SERVER_ERROR out of memory\r\n')).toMatchObject([
      { type: 'failure', fatal: true },
    ]);
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

describe('corrupt bytes', () => {
  it('are an error that shows where and what, and the end of the decoder', () => {
    const decoder = decoderFor([set, get, remove]);
    decoder.push(latin1(`STORED\r\nVALUE k zero 1\t${'"'.repeat(100)}\r\n`));
    const [, response, ...rest] = drain(decoder);
    expect(rest).toEqual([]);
    expect(response).toMatchObject({ type: 'corrupt', fatal: true });
    const error = response?.type === 'corrupt' ? response.error : undefined;
    expect(error).toBeInstanceOf(ArcusProtocolError);
    expect(error).toMatchObject({ code: 'ERR_ARCUS_PROTOCOL', fault: 'malformed', offset: 8 });
    expect(error?.message).toBe(
      `expected an integer from 0 to 4294967295, at byte 8: "VALUE k zero 1\\x09${'\\x22'.repeat(65)}..."`,
    );
    expect(decoder).toMatchObject({ failed: true, pending: 0, heldBytes: 0 });
  });

  it.each([
    ['a line that nobody knows', remove, 'GONE\r\n'],
    ['a value for a list', range, 'VALUE k 0 1\r\n'],
    ['a bare LF', remove, 'DELETED\n'],
    ['an empty line', remove, '\r\n'],
    ['data that runs on', get, 'VALUE k 0 1\r\nabc\r\n'],
    ['a missing cas', { type: 'gets', keys: ['k'] }, 'VALUE k 0 1\r\na\r\n'],
    ['a cas that nobody asked for', get, 'VALUE k 0 1 7\r\na\r\n'],
    ['two blanks', get, 'VALUE k  0 1\r\n'],
    ['a blank at the end', range, 'VALUE 0 1 \r\n'],
    ['flags beyond u32', get, 'VALUE k 4294967296 1\r\n'],
    ['a negative length', get, 'VALUE k 0 -1\r\n'],
    ['a bkey beyond u64', range, 'VALUE 0 1\r\n18446744073709551616 1 a\r\n'],
    ['a bkey of half a byte', range, 'VALUE 0 1\r\n0x012 1 a\r\n'],
    ['a bkey of no byte', range, 'VALUE 0 1\r\n0x 1 a\r\n'],
    ['a bkey of 32 bytes', range, `VALUE 0 1\r\n0x${'00'.repeat(32)} 1 a\r\n`],
    ['hex that is none', range, 'VALUE 0 1\r\n0x0G 1 a\r\n'],
    ['a second eflag', range, 'VALUE 0 1\r\n1 0x01 0x02 1 a\r\n'],
    ['an element cut short by its line', range, 'VALUE 0 1\r\n1\r\n'],
    ['more elements than announced', range, 'VALUE 0 1\r\n1 1 a\r\n2 1 b\r\nEND\r\n'],
    ['another trailer', range, 'VALUE 0 1\r\n1 1 a\r\nDONE\r\n'],
    [
      'an END before every key has its block',
      { type: 'bop mget', keys: ['a', 'b'], bkey: 1n, count: 1 },
      'VALUE a NOT_FOUND\r\nEND\r\n',
    ],
    ['a number for a status', remove, '15\r\n'],
    ['a count for a number', { type: 'incr', key: 'k', delta: 1n }, 'COUNT=5\r\n'],
    [
      'a status for a section',
      { type: 'bop smget', keys: ['a'], bkey: 1n, count: 1, mode: 'unique' },
      'ELEMENTS 0\r\nTRIMMED_KEYS 0\r\n',
    ],
  ] as [string, Command, string][])('%s', (_, command, text) => {
    expect(faultOf(decode([command], text))).toBe('malformed');
  });

  it.each([
    ['a value of another key', get, 'VALUE other 0 1\r\na\r\nEND\r\n'],
    ['a value of a longer key', get, 'VALUE kk 0 1\r\na\r\nEND\r\n'],
    [
      'values against the order of the keys',
      { type: 'get', keys: ['a', 'b'] },
      'VALUE b 0 1\r\nx\r\nVALUE a 0 1\r\nx\r\n',
    ],
    ['the same value twice', get, 'VALUE k 0 1\r\na\r\nVALUE k 0 1\r\na\r\n'],
    ['a field of another map', { type: 'mop get', key: 'k', fields: ['f'] }, 'VALUE 0 1\r\ng 1 a\r\n'],
    [
      'a block of another key',
      { type: 'bop mget', keys: ['a', 'b'], bkey: 1n, count: 1 },
      'VALUE b NOT_FOUND\r\n',
    ],
    [
      'an element of another key',
      { type: 'bop smget', keys: ['a'], bkey: 1n, count: 1, mode: 'unique' },
      'ELEMENTS 1\r\nb 0 1 1 x\r\n',
    ],
    ['another setting', { type: 'config', name: 'verbosity' }, 'maxconns 5\r\nEND\r\n'],
    // The bytes of the one are the characters of the other.
    [
      'a key that only looks the same as Latin-1',
      { type: 'get', keys: ['Ã©'] },
      'VALUE \xc3\xa9 0 1\r\na\r\n',
    ],
    ['a key that only decodes to the same', { type: 'get', keys: ['\ufffd'] }, 'VALUE \xff\xfe 0 1\r\na\r\n'],
  ] as [string, Command, string][])(
    '%s belongs to another request and is given to nobody',
    (_, command, text) => {
      expect(faultOf(decode([command], text))).toBe('unexpected_key');
    },
  );

  it('without a request', () => {
    expect(faultOf(decode([], 'STORED\r\n'))).toBe('unexpected_bytes');
    expect(faultOf(decode([set], 'STORED\r\nX'))).toBe('unexpected_bytes');
  });
});

describe('limits', () => {
  it.each([
    ['line_too_long', remove, 'D'.repeat(103), { maxLineBytes: 100 }],
    ['line_too_long', range, `VALUE 0 1\r\n${'1'.repeat(103)}`, { maxLineBytes: 100 }],
    ['data_too_long', get, 'VALUE k 0 101\r\n', { maxValueBytes: 100 }],
    ['data_too_long', range, 'VALUE 0 1\r\n1 101 ', { maxElementBytes: 100 }],
    ['too_many_elements', range, 'VALUE 0 101\r\n', { maxElements: 100 }],
    ['too_many_elements', { type: 'stats' }, 'STAT a b\r\n'.repeat(3), { maxElements: 2 }],
    ['response_too_long', get, 'VALUE k 0 90\r\n', { maxResponseBytes: 100 }],
    ['response_too_long', { type: 'stats' }, 'STAT a b\r\n'.repeat(11), { maxResponseBytes: 100 }],
  ] as [string, Command, string, Partial<ResponseLimits>][])(
    '%s is refused before it is held',
    (fault, command, text, limits) => {
      expect(faultOf(decode([command], text, limits))).toBe(fault);
    },
  );

  it('count each response by itself', () => {
    const many = Array<Command>(50).fill(get);
    const responses = decode(many, 'VALUE k 0 50\r\n'.concat('x'.repeat(50), '\r\nEND\r\n').repeat(50), {
      maxResponseBytes: 100,
    });
    expect(responses).toHaveLength(50);
    expect(responses.every(({ type }) => type === 'values')).toBe(true);
  });

  it('let nothing be allocated because it was announced', () => {
    const before = process.memoryUsage().arrayBuffers;
    const decoders = Array.from({ length: 1_000 }, () => {
      const decoder = decoderFor([range]);
      decoder.push(latin1('VALUE 0 1000000\r\n1 32768 x'));
      expect(decoder.next()).toBeUndefined();
      return decoder;
    });
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(1_000_000);
    expect(decoders.every(({ heldBytes }) => heldBytes === 26)).toBe(true);
  });

  it('leave room for the largest value, piece by piece', () => {
    const value = 'x'.repeat(1_048_576);
    const decoder = decoderFor([get]);
    const bytes = latin1(`VALUE k 0 1048576\r\n${value}\r\nEND\r\n`);
    for (let at = 0; at < bytes.length; at += 1_000) {
      expect(decoder.next()).toBeUndefined();
      decoder.push(bytes.subarray(at, at + 1_000));
    }
    const response = decoder.next();
    expect(response?.type === 'values' && asLatin1(response.values[0]!.data) === value).toBe(true);
    expect(decoder.heldBytes).toBe(0);
  });
});
