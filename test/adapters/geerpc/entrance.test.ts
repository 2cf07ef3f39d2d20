import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Entrance, type Entry, OptionEnd } from '../../../src/adapters/geerpc/entrance.ts';
import { encodeOption } from '../../../src/adapters/geerpc/option.ts';
import { anyCut, type Cut } from './support/chunkings.ts';

const option = { codec: 'application/gob', connectTimeout: 1n, handleTimeout: 2n } as const;
const toBytes = (text: string) => new TextEncoder().encode(text);
const padded = new TextDecoder().decode(encodeOption(option));
const gob = '\x38\x0a\r\nrest';

/** What comes of a whole connection: how it came in, and what is left for the next. */
function enter(text: string, cut: Cut): { entry: Entry | undefined; rest: string } {
  const entrance = new Entrance();
  const end = new OptionEnd();
  let entry: Entry | undefined;
  let rest = '';
  const take = (bytes: Uint8Array) => {
    rest += new TextDecoder('latin1').decode(entry?.kind === 'option' ? end.strip(bytes) : bytes);
  };
  for (const chunk of cut(toBytes(text))) {
    if (entry !== undefined) take(chunk);
    else {
      entry = entrance.push(chunk);
      if (entry !== undefined) take(entry.rest);
    }
  }
  return { entry, rest };
}

describe('the way into a server', () => {
  it.each([
    ['no newline, padded', padded, gob],
    ['a newline', padded.replace(/ +\}/, '}\n'), gob],
    ['a carriage return and a newline', `${padded}\r\n`, gob],
    ['space before it', `\n  ${padded}\n`, gob],
    ['two newlines, of which one is part of what follows', `${padded}\n`, `\n${gob}`],
    ['a carriage return that belongs to what follows', padded, `\r${gob}`],
  ])('takes an Option with %s, under any chunking, and loses nothing behind it', (_name, before, after) => {
    fc.assert(
      fc.property(anyCut, (cut) => {
        const { entry, rest } = enter(before + after, cut);
        expect(entry).toMatchObject({ kind: 'option', option });
        expect(rest).toBe(after);
      }),
      { numRuns: 50 },
    );
  });

  it.each([
    ['CONNECT /_geeprc_ HTTP/1.0\n\n', 'CONNECT', '/_geeprc_'],
    ['CONNECT /_geeprc_ HTTP/1.1\r\nHost: a\r\n\r\n', 'CONNECT', '/_geeprc_'],
    ['GET /debug/geerpc?x=1 HTTP/1.1\nHost: a\n\n', 'GET', '/debug/geerpc'],
    ['POST /x HTTP/1.1\r\n\r\n', 'POST', '/x'],
  ])('takes %j, under any chunking', (head, method, path) => {
    fc.assert(
      fc.property(anyCut, (cut) => {
        const { entry, rest } = enter(`${head}\n{`, cut);
        expect(entry).toMatchObject({ kind: 'http', method, path });
        expect(rest).toBe('\n{');
      }),
      { numRuns: 50 },
    );
  });

  it.each([
    ['TLS', '\x16\x03\x01'],
    ['a request without a version', 'GET\n\n'],
    ['HTTP/2', 'GET / HTTP/2.0\n\n'],
    ['another JSON value', '[]'],
    ['space before a request', ' GET / HTTP/1.1\n\n'],
    ['an Option that is too long', `{"a":"${'x'.repeat(5_000)}"}`],
    ['nothing but space', ' '.repeat(5_000)],
    ['a head that is too long', `GET / HTTP/1.1\n${'x'.repeat(9_000)}`],
  ])('refuses %s', (_name, text) => {
    expect(() => enter(text, (bytes) => [bytes])).toThrow();
    expect(() => enter(text, (bytes) => Array.from(bytes, (byte) => Uint8Array.of(byte)))).toThrow();
  });

  it('takes nothing but an Option after CONNECT', () => {
    expect(() => new Entrance(true).push(toBytes('GET / HTTP/1.1\n\n'))).toThrow('expected an Option');
  });
});
