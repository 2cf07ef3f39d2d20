import type { StatusResponse } from '../response.ts';
import type { ResponseInput } from '../response-input.ts';

const words = [
  'STORED',
  'NOT_STORED',
  'EXISTS',
  'NOT_FOUND',
  'DELETED',
  'DELETED_DROPPED',
  'TOUCHED',
  'CREATED',
  'CREATED_STORED',
  'REPLACED',
  'UPDATED',
  'EXIST',
  'NOT_EXIST',
  'ELEMENT_EXISTS',
  'NOT_FOUND_ELEMENT',
  'TYPE_MISMATCH',
  'BKEY_MISMATCH',
  'EFLAG_MISMATCH',
  'OVERFLOWED',
  'OUT_OF_RANGE',
  'UNREADABLE',
  'NOTHING_TO_UPDATE',
  'NOT_SUPPORTED',
  'ATTR_ERROR not found',
  'ATTR_ERROR bad value',
  'OK',
  'END',
  'RESET',
  'READY',
  'NOT_READY',
  'BUSY',
  'SASL_OK',
] as const;

/** A line that the protocol answers with, whole. */
export type StatusWord = (typeof words)[number];

const byLength: StatusResponse[][] = [];
for (const status of words) {
  byLength[status.length] ??= [];
  byLength[status.length]?.push(Object.freeze({ type: 'status', fatal: false, status }));
}

/** The line as a status, if it is one. Status responses are shared and frozen: most responses cost no memory. */
export function readStatus(input: ResponseInput): StatusResponse | undefined {
  const candidates = byLength[input.stop - input.at];
  if (candidates === undefined) return undefined;
  for (let i = 0; i < candidates.length; i++) if (input.is(candidates[i]!.status)) return candidates[i];
  return undefined;
}
