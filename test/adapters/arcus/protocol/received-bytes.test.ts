import { describe, expect, it } from 'vitest';
import { ReceivedBytes } from '../../../../src/adapters/arcus/protocol/received-bytes.ts';
import { Dice } from '../support/mutations.ts';
import { asLatin1, latin1 } from '../support/transcripts.ts';

describe('ReceivedBytes', () => {
  it('keeps memory in proportion to what has not been consumed, and none for nothing', () => {
    const dice = new Dice(7);
    const input = new ReceivedBytes({ maxLineBytes: Number.POSITIVE_INFINITY });
    let drained = 0;
    for (let turn = 0; turn < 20_000; turn++) {
      const end = dice.roll(3) === 0 ? '\r\n' : '';
      const chunk = latin1(
        `${'x'.repeat(dice.roll(60))}${end}${'y'.repeat(dice.roll(20) === 0 ? 20_000 : dice.roll(9))}`,
      );
      input.push(chunk);
      while (input.line()) input.startResponse();
      input.release();
      expect(input.capacity).toBeLessThanOrEqual(Math.max(4_096, 4 * (input.available + chunk.length)));
      if (input.available === 0) drained++;
      if (input.available === 0) expect(input.capacity).toBe(0);
    }
    expect(drained).toBeGreaterThan(0);
  });

  it('counts what it holds from the start of the response', () => {
    const input = new ReceivedBytes();
    input.push(latin1('one\r\ntwo\r\nthr'));
    expect(input.line()).toBe(true);
    input.startResponse();
    expect([input.offset, input.held, input.available]).toEqual([5, 8, 8]);
    expect(input.line()).toBe(true);
    expect([input.offset, input.held, input.available]).toEqual([10, 8, 3]);
    input.release();
    expect([input.offset, input.held, input.capacity]).toEqual([10, 8, 3]);
  });

  it('gives data of one response memory that no other response has', () => {
    const input = new ReceivedBytes();
    const block = (byte: string, size: number): string => `${byte.repeat(size)}\r\n`;
    input.push(latin1(block('a', 100).repeat(3) + block('b', 100) + block('c', 3_000)));
    const first = [input.data(100)!, input.data(100)!, input.data(100)!];
    input.startResponse();
    const second = [input.data(100)!, input.data(3_000)!];
    const memory = (data: Uint8Array[]) => new Set(data.map(({ buffer }) => buffer));
    expect([...memory(first)].some((buffer) => memory(second).has(buffer))).toBe(false);
    expect(first.map(asLatin1)).toEqual(Array(3).fill('a'.repeat(100)));
    structuredClone(first[1], { transfer: [first[1]!.buffer as ArrayBuffer] });
    expect(second.map(asLatin1)).toEqual(['b'.repeat(100), 'c'.repeat(3_000)]);
  });

  it.each([Number.NaN, -1, 1.5, '5', null])('refuses %s as a limit', (value) => {
    expect(() => new ReceivedBytes({ maxLineBytes: value as number })).toThrow(
      /maxLineBytes must be a whole number from 0 up/,
    );
  });
});
