import type { Settle } from './request.ts';
import { statusTable } from './status-table.ts';

// What the statuses of collections mean to a caller: `undefined` is a collection that is missing, `false` an element that stands in the
// way or is missing. Everything else is an error.

export const created: Settle = statusTable({ CREATED: true, EXISTS: false });

export const inserted: Settle = statusTable({
  STORED: true,
  CREATED_STORED: true,
  REPLACED: true,
  ELEMENT_EXISTS: false,
  NOT_FOUND: undefined,
});

export const updated: Settle = statusTable({ UPDATED: true, NOT_FOUND_ELEMENT: false, NOT_FOUND: undefined });

export const elementDeleted: Settle = statusTable({
  DELETED: true,
  DELETED_DROPPED: true,
  NOT_FOUND_ELEMENT: false,
  NOT_FOUND: undefined,
});

export const exists: Settle = statusTable({ EXIST: true, NOT_EXIST: false, NOT_FOUND: undefined });

/** Of one element: `undefined`, whatever is missing. */
export const missing: Settle = statusTable({ NOT_FOUND: undefined, NOT_FOUND_ELEMENT: undefined });

/** Of several elements: none is no missing collection. `none` is made anew for each caller. */
export function missingElements(none: () => unknown): Settle {
  const collection = statusTable({ NOT_FOUND: undefined });
  return (response, request) =>
    response.type === 'status' && response.status === 'NOT_FOUND_ELEMENT' ? none() : collection(response, request);
}
