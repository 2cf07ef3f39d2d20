import { ArcusProtocolError, type Command, type ResponseLimits } from 'timed-operation/arcus';
import { describe, expect, it } from 'vitest';
import { decode, decoderFor, faultOf, get, range, remove, set } from '../support/decode.ts';
import { drain } from '../support/replay.ts';
import { asLatin1, latin1 } from '../support/transcripts.ts';

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
    ['a block of another key', { type: 'bop mget', keys: ['a', 'b'], bkey: 1n, count: 1 }, 'VALUE b NOT_FOUND\r\n'],
    [
      'an element of another key',
      { type: 'bop smget', keys: ['a'], bkey: 1n, count: 1, mode: 'unique' },
      'ELEMENTS 1\r\nb 0 1 1 x\r\n',
    ],
    ['another setting', { type: 'config', name: 'verbosity' }, 'maxconns 5\r\nEND\r\n'],
    // The bytes of the one are the characters of the other.
    ['a key that only looks the same as Latin-1', { type: 'get', keys: ['Ã©'] }, 'VALUE \xc3\xa9 0 1\r\na\r\n'],
    ['a key that only decodes to the same', { type: 'get', keys: ['\ufffd'] }, 'VALUE \xff\xfe 0 1\r\na\r\n'],
  ] as [string, Command, string][])('%s belongs to another request and is given to nobody', (_, command, text) => {
    expect(faultOf(decode([command], text))).toBe('unexpected_key');
  });

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
