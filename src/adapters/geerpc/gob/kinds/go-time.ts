const secondsFromYearOne = 62_135_596_800n;
const utc = -1;

/** An instant as Go's `time.Time` holds it: to the nanosecond, over the whole of 64 bits of seconds, with its zone's offset. */
export class GoTime {
  /** Seconds since 1970-01-01T00:00:00Z. */
  readonly unixSeconds: bigint;
  /** From 0 to 999,999,999. */
  readonly nanoseconds: number;
  /** Seconds east of UTC; `null` is UTC itself, which Go tells from a zone that is 0 seconds away from it. */
  readonly offsetSeconds: number | null;

  constructor(unixSeconds: bigint, nanoseconds = 0, offsetSeconds: number | null = null) {
    if (typeof unixSeconds !== 'bigint')
      throw new TypeError(`unixSeconds: expected a bigint, got ${typeof unixSeconds}`);
    if (!Number.isInteger(nanoseconds) || nanoseconds < 0 || nanoseconds > 999_999_999) {
      throw new TypeError(`nanoseconds: expected a whole number from 0 to 999999999, got ${String(nanoseconds)}`);
    }
    if (offsetSeconds !== null && !Number.isInteger(offsetSeconds)) {
      throw new TypeError(`offsetSeconds: expected a whole number or null, got ${String(offsetSeconds)}`);
    }
    this.unixSeconds = unixSeconds;
    this.nanoseconds = nanoseconds;
    this.offsetSeconds = offsetSeconds;
  }

  /** The instant of a `Date`, in UTC. */
  static fromDate(date: Date): GoTime {
    const milliseconds = BigInt(date.getTime());
    const rest = ((milliseconds % 1000n) + 1000n) % 1000n;
    return new GoTime((milliseconds - rest) / 1000n, Number(rest) * 1_000_000);
  }

  /** Reads the 15 or 16 bytes of Go's own form. Throws a `TypeError` if they are none. */
  static fromBytes(bytes: Uint8Array): GoTime {
    const version = bytes[0];
    if (!(version === 1 && bytes.length === 15) && !(version === 2 && bytes.length === 16)) {
      throw new TypeError(
        `expected 15 bytes of version 1 or 16 of version 2, got ${bytes.length} of version ${version}`,
      );
    }
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
    const minutes = view.getInt16(13);
    const seconds = version === 2 ? view.getInt8(15) : 0;
    const offset = minutes === utc ? null : minutes * 60 + seconds;
    return new GoTime(view.getBigInt64(1) - secondsFromYearOne, view.getInt32(9), offset);
  }

  /** Go's own form. Throws a `TypeError` for what it has no room for. */
  toBytes(): Uint8Array {
    const offset = this.offsetSeconds;
    const minutes = offset === null ? utc : Math.trunc(offset / 60);
    if (offset !== null && (minutes === utc || minutes < -32_768 || minutes > 32_767)) {
      throw new TypeError(`expected an offset that Go can send, got ${offset} seconds`);
    }
    const seconds = this.unixSeconds + secondsFromYearOne;
    if (BigInt.asIntN(64, seconds) !== seconds)
      throw new TypeError(`expected an instant in Go's range, got ${seconds}`);
    const rest = offset === null ? 0 : offset % 60;
    const bytes = new Uint8Array(rest === 0 ? 15 : 16);
    const view = new DataView(bytes.buffer);
    view.setUint8(0, rest === 0 ? 1 : 2);
    view.setBigInt64(1, seconds);
    view.setInt32(9, this.nanoseconds);
    view.setInt16(13, minutes);
    if (rest !== 0) view.setInt8(15, rest);
    return bytes;
  }

  /** The instant as a `Date`: whole milliseconds, towards the past. Check `nanoseconds` if the rest matters. */
  toDate(): Date {
    return new Date(Number(this.unixSeconds * 1000n) + Math.floor(this.nanoseconds / 1_000_000));
  }

  /** Go's `IsZero`, in UTC: the first instant of year 1. */
  isZero(): boolean {
    return this.unixSeconds === -secondsFromYearOne && this.nanoseconds === 0 && this.offsetSeconds === null;
  }

  /** Go's zero value. */
  static readonly zero: GoTime = new GoTime(-secondsFromYearOne);
}
