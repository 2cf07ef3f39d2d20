import { type Command, ResponseDecoder } from 'timed-operation/arcus';
import { describe, expect, it } from 'vitest';
import { decode, faultOf } from '../support/decode.ts';
import { drain } from '../support/replay.ts';
import { latin1 } from '../support/transcripts.ts';

const get: Command = { type: 'get', keys: ['k'], textFlags: 0 };
const answer = (data: string, flags = 0): string => `VALUE k ${flags} ${data.length}\r\n${data}\r\nEND\r\n`;
const bytesOf = (text: string): string => Buffer.from(text).toString('latin1');

describe('a get of one key that may be text', () => {
  it.each(['', 'a', 'a\r\nEND\r\nb', '한글 \u{1f600}', '\ufeffmark', 'x'.repeat(5_000)])(
    'is answered by its text: %j',
    (text) => {
      expect(decode([get], answer(bytesOf(text)))).toEqual([{ type: 'text', fatal: false, text }]);
    },
  );

  it('is answered by the same text however the bytes arrive', () => {
    const bytes = latin1(answer(bytesOf('é\r\n한')));
    for (let cut = 0; cut <= bytes.length; cut++) {
      const decoder = new ResponseDecoder();
      decoder.expect(get);
      decoder.push(bytes.slice(0, cut));
      const first = drain(decoder);
      decoder.push(bytes.slice(cut));
      expect([...first, ...drain(decoder)]).toEqual([{ type: 'text', fatal: false, text: 'é\r\n한' }]);
    }
  });

  it('holds no memory of the chunk', () => {
    const chunk = latin1(answer('abc'));
    const decoder = new ResponseDecoder();
    decoder.expect(get);
    decoder.push(chunk);
    const responses = drain(decoder);
    chunk.fill(0);
    expect(responses).toEqual([{ type: 'text', fatal: false, text: 'abc' }]);
  });

  it('is answered by bytes if they are no UTF-8, in memory of their own', () => {
    const [response] = decode([get], answer('a\xff\x80'));
    expect(response).toEqual({
      type: 'values',
      fatal: false,
      values: [{ key: 'k', flags: 0, data: Uint8Array.of(97, 255, 128), cas: undefined }],
    });
    expect(response?.type === 'values' && response.values[0]?.data.buffer.byteLength).toBe(3);
  });

  it('is answered by bytes if the item has other flags, and by nothing if there is none', () => {
    expect(decode([get, get], `${answer('abc', 2)}END\r\n`)).toMatchObject([
      { type: 'values', values: [{ flags: 2, data: latin1('abc') }] },
      { type: 'values', values: [] },
    ]);
  });

  it('keeps the rules of every get: its own key, once, and CRLF behind the data', () => {
    expect(faultOf(decode([get], answer('abc').replace('k', 'l')))).toBe('unexpected_key');
    expect(faultOf(decode([get], answer('abc').replace('END', 'VALUE k 0 1')))).toBe('unexpected_key');
    expect(faultOf(decode([get], answer('abc').replace('c\r\n', 'cde')))).toBe('malformed');
    expect(decode([get], answer('abc').replace('END', 'SERVER_ERROR out of memory'))).toMatchObject([
      { type: 'failure', fatal: true },
    ]);
  });

  it.each([
    { type: 'get', keys: ['k', 'l'], textFlags: 0 },
    { type: 'mget', keys: ['k'], textFlags: 0 },
    { type: 'get', keys: ['k'] },
  ] as const)('is no other: %o gives bytes', (command) => {
    expect(decode([command], answer('abc'))).toMatchObject([{ type: 'values', values: [{ data: latin1('abc') }] }]);
  });
});
