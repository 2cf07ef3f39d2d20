import { GobDecoder, GobEncoder, GoTime, time } from 'timed-operation/geerpc/gob';
import { describe, expect, it } from 'vitest';

describe('GoTime', () => {
  it('keeps nanoseconds, offset and range through its bytes', () => {
    for (const value of [
      new GoTime(0n, 1, null),
      new GoTime(0n, 999_999_999, 0),
      new GoTime(-62_135_596_800n, 0, null),
      new GoTime(2n ** 62n, 5, 3600),
      new GoTime(-1n, 0, -25_200),
      new GoTime(5n, 0, 5_445),
    ]) {
      expect(GoTime.fromBytes(value.toBytes())).toEqual(value);
      const decoder = new GobDecoder();
      decoder.push(new GobEncoder().encode(time, value));
      expect(decoder.decode(time)).toEqual(value);
    }
    expect(GoTime.zero.isZero()).toBe(true);
    expect(new GoTime(-62_135_596_800n, 0, 0).isZero()).toBe(false);
  });

  it('is a Date to the millisecond, also before 1970', () => {
    for (const ms of [0, 1, -1, 1_700_000_000_123, -1_700_000_000_123]) {
      expect(GoTime.fromDate(new Date(ms)).toDate().getTime()).toBe(ms);
    }
    expect(new GoTime(-1n, 999_999_999).toDate().getTime()).toBe(-1);
  });

  it('refuses what Go has no room for', () => {
    expect(() => new GoTime(0n, 0, -90).toBytes()).toThrow(TypeError);
    expect(() => new GoTime(2n ** 63n).toBytes()).toThrow(TypeError);
    expect(() => new GoTime(0n, 1e9)).toThrow(TypeError);
    expect(() => new GoTime(0n, 0, 0.5)).toThrow(TypeError);
    expect(() => new GoTime(0 as unknown as bigint)).toThrow(TypeError);
    for (const bytes of [new Uint8Array(0), new Uint8Array(15), Uint8Array.of(1, ...new Uint8Array(15))]) {
      expect(() => GoTime.fromBytes(bytes)).toThrow(TypeError);
    }
  });
});
