import { type Command, encodeCommand, ResponseDecoder } from 'timed-operation/arcus';
import { describe, expect, it } from 'vitest';
import { printResponse } from '../support/print-response.ts';
import { latin1 } from '../support/transcripts.ts';

const utf8 = (text: string): string => Buffer.from(text, 'utf8').toString('latin1');

/** Responses of the server's documentation and source that no recorded conversation has. */
const responses: readonly (readonly [text: string, command: Command])[] = [
  ['KEYS 2 8000\r\nsession:1 K 0\r\nlist:1 L -1\r\nEND\r\n', { type: 'scan key', cursor: '0' }],
  [utf8('KEYS 1 0\r\n한글 B 3600\r\nEND\r\n'), { type: 'scan key', cursor: '0' }],
  ['CLIENT_ERROR invalid cursor.\r\n', { type: 'scan key', cursor: '5' }],
  ['NOT_SUPPORTED\r\n', { type: 'scan prefix', cursor: '0' }],
  ['SASL_MECH PLAIN SCRAM-SHA-256\r\n', { type: 'sasl mech' }],
  ['SASL_CONTINUE 5\r\na\r\nb\0\r\n', { type: 'sasl auth', mechanism: 'PLAIN', data: latin1('x') }],
  ['SASL_OK\r\n', { type: 'sasl auth', data: latin1('x') }],
  ['AUTH_ERROR authentication failure\r\n', { type: 'sasl auth', data: latin1('x') }],
  ['NOT_READY\r\n', { type: 'ready' }],
  ['BUSY\r\n', { type: 'scrub' }],
  [utf8('VALUE ü:한글 7 1\r\nx\r\nVALUE 😀 0 0\r\n\r\nEND\r\n'), { type: 'get', keys: ['ü:한글', 'missed', '😀'] }],
  [
    utf8('VALUE 0 1\r\n필드 1 x\r\nDELETED\r\n'),
    { type: 'mop get', key: 'k', fields: ['field', '필드'], after: 'delete' },
  ],
  [
    utf8(
      'VALUE é OK 1 2\r\nELEMENT 0x01 0x0203 1 a\r\nELEMENT 0x02 0 \r\nVALUE ß OUT_OF_RANGE\r\nVALUE z TRIMMED 0 0\r\nEND\r\n',
    ),
    { type: 'bop mget', keys: ['é', 'ß', 'z'], bkey: Uint8Array.of(1), count: 2 },
  ],
  ['VALUE k:a 0 1\r\nx\r\nEND\r\n', { type: 'mget', keys: ['k:a'] }],
  ['STAT empty \r\nSTAT many words in it\r\nEND\r\n', { type: 'stats', topic: 'settings' }],
  ['STORED\r\n', { type: 'bop insert', key: 'k', bkey: 1n, data: latin1('x'), getTrimmed: true }],
];

describe('a response that was not recorded', () => {
  it.each(responses)('%j decodes and prints back', (text, command) => {
    expect(encodeCommand(command).length).toBeGreaterThan(0);
    const decoder = new ResponseDecoder();
    decoder.expect(command);
    for (const byte of latin1(text)) {
      expect(decoder.next()).toBeUndefined();
      decoder.push(Uint8Array.of(byte));
    }
    expect(printResponse(decoder.next()!)).toBe(text);
    expect(decoder).toMatchObject({ heldBytes: 0, pending: 0, failed: false });
  });

  it('passes over an attribute that a newer server adds', () => {
    const decoder = new ResponseDecoder();
    decoder.expect({ type: 'getattr', key: 'k' });
    decoder.push(latin1('ATTR flags=7\r\nATTR colour=deep blue\r\nEND\r\n'));
    expect(decoder.next()).toEqual({ type: 'attributes', fatal: false, attributes: { flags: 7 } });
  });
});
