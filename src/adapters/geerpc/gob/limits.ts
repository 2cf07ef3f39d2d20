import { GobError } from './gob-error.ts';

/** What a decoder is willing to be asked for. Every one is a count; sizes are in bytes. */
export interface GobLimits {
  /** Bytes of one value, all the messages together that it is split into. Default 4 MiB. */
  readonly messageBytes: number;
  /** Bytes pushed and not read yet. Default 64 MiB. */
  readonly bufferedBytes: number;
  /** Type definitions in one stream. Default 1,000. */
  readonly definitions: number;
  /** Fields of one struct definition. Default 1,000. */
  readonly fields: number;
  /** Bytes of a type's, a field's or an interface value's name. Default 1,024. */
  readonly nameBytes: number;
  /** Values inside values. Default 500. */
  readonly depth: number;
  /**
   * Values that one message may become beyond one a byte. A struct of many fields arrives as a single zero byte when all
   * of them are zero, so the bytes alone bound nothing. Default 250,000.
   */
  readonly values: number;
}

export const defaultLimits: GobLimits = {
  messageBytes: 4 * 1024 * 1024,
  bufferedBytes: 64 * 1024 * 1024,
  definitions: 1_000,
  fields: 1_000,
  nameBytes: 1_024,
  depth: 500,
  values: 250_000,
};

/** Fills in the defaults. Throws a `TypeError` that names the limit if one is not a whole number from 1. */
export function resolveLimits(given: Partial<GobLimits> = {}): GobLimits {
  const limits: Record<string, number> = { ...defaultLimits };
  for (const [name, value] of Object.entries(given)) {
    if (!Object.hasOwn(defaultLimits, name)) {
      const known = Object.keys(defaultLimits).join(', ');
      throw new TypeError(`limits.${name} is not a limit of the gob decoder: expected ${known}`);
    }
    if (value === undefined) continue;
    if (!Number.isSafeInteger(value) || value < 1) {
      throw new TypeError(`limits.${name}: expected a whole number from 1, got ${String(value)}`);
    }
    limits[name] = value;
  }
  return limits as unknown as GobLimits;
}

/** The error of a passed limit. */
export function limitError(limit: keyof GobLimits, allowed: number, what: string, offset?: number): GobError {
  return new GobError('ERR_GOB_LIMIT', `${what} passes the limit ${limit} of ${allowed}`, offset);
}
