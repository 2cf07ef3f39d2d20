import type { PartOutcome } from '../../core/timed-all.ts';
import { ArcusPipeError, ArcusResponseError } from './client-errors.ts';
import { elementDeleted, exists, inserted, missing, updated } from './collection-statuses.ts';
import type { PipeCommand, PipedCommand } from './protocol/commands/pipe.ts';
import type { NumberResponse } from './protocol/response.ts';
import { Request, type Settle } from './request.ts';
import { responseOr } from './status-table.ts';

const counter = responseOr<NumberResponse>('number', ({ value }) => value, missing);
const settles: { readonly [type in PipedCommand['type']]: Settle } = {
  'lop insert': inserted,
  'lop delete': elementDeleted,
  'sop insert': inserted,
  'sop delete': elementDeleted,
  'sop exist': exists,
  'mop insert': inserted,
  'mop upsert': inserted,
  'mop update': updated,
  'mop delete': elementDeleted,
  'bop insert': inserted,
  'bop upsert': inserted,
  'bop update': updated,
  'bop delete': elementDeleted,
  'bop incr': counter,
  'bop decr': counter,
};

/** What came of each change of a batch: what the call of the same name would give. */
export const settlePipe: Settle = (response, request): PartOutcome<unknown>[] => {
  const { command, node } = request;
  if (response.type !== 'pipe') throw new ArcusResponseError(response, command, node.address);
  return (command as PipeCommand).commands.map((each, at) => {
    const line = response.responses[at];
    if (line === undefined) {
      return { outcome: 'failed', reason: new ArcusPipeError(response.error ?? 'no reason given', node.address) };
    }
    try {
      return { outcome: 'fulfilled', value: settles[each.type](line, new Request(node, each, settlePipe, undefined)) };
    } catch (reason) {
      return { outcome: 'failed', reason };
    }
  });
};
