import { ArcusResponseError } from './client-errors.ts';
import type { ArcusResponse } from './protocol/response.ts';
import type { StatusWord } from './protocol/responses/status.ts';
import type { Settle } from './request.ts';

/** Settles a call by the status it was answered with: the value beside that status; any other answer is an error. */
export function statusTable(values: { readonly [status in StatusWord]?: unknown }): Settle {
  const table = new Map<string, unknown>(Object.entries(values));
  return atOnce((response, { command, node }) => {
    if (response.type === 'status') {
      const value = table.get(response.status);
      if (value !== undefined || table.has(response.status)) return value;
    }
    throw new ArcusResponseError(response, command, node.address);
  });
}

/** Marks what needs no turn on the executor: no code but ours runs in it. */
export function atOnce(settle: Settle): Settle {
  return Object.assign(settle, { atOnce: true });
}

/** Settles a call by a response of that type, or else by its status. */
export function responseOr<Response extends ArcusResponse>(
  type: Response['type'],
  value: (response: Response) => unknown,
  otherwise: Settle,
): Settle {
  return (response, request) => (response.type === type ? value(response as Response) : otherwise(response, request));
}
