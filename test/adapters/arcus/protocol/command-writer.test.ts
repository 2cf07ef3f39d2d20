import fc from 'fast-check';
import { ArcusArgumentError, CommandWriter, encodeCommand } from 'timed-operation/arcus';
import { describe, expect, it } from 'vitest';
import { asLatin1, latin1 } from '../support/transcripts.ts';

const data = latin1('v');

describe('CommandWriter', () => {
  it('keeps what was taken as it was, whatever is written later', () => {
    const writer = new CommandWriter({}, 16);
    const taken: [Uint8Array, string][] = [];
    for (let i = 0; i < 100; i++) {
      const key = 'k'.repeat(i % 40) + i;
      writer.write({ type: 'delete', key });
      writer.write({ type: 'get', keys: [key] });
      taken.push([writer.take(), `delete ${key}\r\nget ${key}\r\n`]);
    }
    expect(writer.length).toBe(0);
    for (const [bytes, expected] of taken) expect(asLatin1(bytes)).toBe(expected);
  });

  it('copies data when it is written, so that a caller may change it afterwards', () => {
    const writer = new CommandWriter();
    const value = latin1('before');
    writer.write({ type: 'set', key: 'k', data: value });
    value.fill(0);
    expect(asLatin1(writer.take())).toBe('set k 0 0 6\r\nbefore\r\n');
  });

  it('refuses to put one command into another, when an accessor tries', () => {
    const writer = new CommandWriter();
    const sly = {
      type: 'set' as const,
      key: 'k',
      get data(): Uint8Array {
        writer.write({ type: 'flush_all' });
        return data;
      },
    };
    expect(() => writer.write(sly)).toThrow(/while another/);
    expect(writer.length).toBe(0);
    writer.write({ type: 'version' });
    expect(asLatin1(writer.take())).toBe('version\r\n');
  });

  it('writes text as its UTF-8, and refuses a lone surrogate', () => {
    const short = fc.oneof(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme-ascii' }));
    const long = fc.tuple(fc.nat(1_100), short).map(([size, text]) => 'x'.repeat(size) + text);
    const slabBytes = fc.constantFrom(64, 1_024, 65_536);
    fc.assert(
      fc.property(fc.oneof(short, long), fc.nat(), fc.nat(), slabBytes, (text, flags, exptime, slabBytes) => {
        const store = { type: 'set', key: 'k', flags, exptime } as const;
        const expected = encodeCommand({ ...store, data: new TextEncoder().encode(text) });
        const writer = new CommandWriter({}, slabBytes);
        // Each behind another: in the same slab, or where that ends.
        for (let i = 0; i < 4; i++) {
          writer.write({ ...store, data: text });
          expect(writer.take()).toEqual(expected);
        }
      }),
    );
    expect(() => encodeCommand({ type: 'set', key: 'k', data: 'a\ud800' })).toThrow(/well-formed/);
    expect(() => encodeCommand({ type: 'set', key: 'k', data: 'ü'.repeat(10) }, { maxValueBytes: 19 })).toThrow(
      /at most 19 bytes/,
    );
    expect(() => encodeCommand({ type: 'lop insert', key: 'k', index: 0, data: 'text' as never })).toThrow(
      ArcusArgumentError,
    );
  });

  it('goes on in a new slab where the old one is nearly full, and loses nothing', () => {
    const writer = new CommandWriter({}, 2_048);
    let written = '';
    const parts: string[] = [];
    for (let i = 0; i < 200; i++) {
      const part = writer.seal();
      if (part !== undefined) parts.push(asLatin1(part));
      const text = 'x'.repeat((i * 37) % 300);
      writer.write({ type: 'set', key: `k${i}`, data: text });
      written += `set k${i} 0 0 ${text.length}\r\n${text}\r\n`;
    }
    expect(parts.length).toBeGreaterThan(10);
    expect(parts.join('') + asLatin1(writer.take())).toBe(written);
  });

  it.each([0, -1, 1.5, Number.NaN, '64'])('refuses slabs of %s bytes', (slabBytes) => {
    expect(() => new CommandWriter({}, slabBytes as number)).toThrow(/slabBytes must be an integer from 1 up/);
  });

  it('takes larger values when it is told that the server does', () => {
    const large = { type: 'set', key: 'k', data: new Uint8Array(2_000_000) } as const;
    expect(() => new CommandWriter().write(large)).toThrow(ArcusArgumentError);
    const writer = new CommandWriter({ maxValueBytes: 2_000_000 });
    writer.write(large);
    expect(writer.length).toBe(2_000_000 + 'set k 0 0 2000000\r\n\r\n'.length);
  });
});
