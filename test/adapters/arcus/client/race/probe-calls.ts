import type { ArcusResponse, Command } from 'timed-operation/arcus';
import type { Request, Settle } from '../../../../../src/adapters/arcus/request.ts';
import { statusTable } from '../../../../../src/adapters/arcus/status-table.ts';

/** A call as an explored operation makes it: each has an answer of its own, so that another's would be found out. */
export interface ProbeCall {
  readonly command: Command;
  readonly settle: Settle;
  readonly expected: unknown;
}

export type ProbeKind = 'get' | 'miss' | 'set' | 'add' | 'many' | 'pipe';

const decoder = new TextDecoder();
const stored = statusTable({ STORED: true, NOT_STORED: false });

/** The call of that kind for `key`. */
export function probeCall(kind: ProbeKind, key: string): ProbeCall {
  switch (kind) {
    case 'get':
      return { command: { type: 'get', keys: [key] }, settle: values, expected: key };
    case 'miss':
      return { command: { type: 'get', keys: [`no-${key}`] }, settle: values, expected: '' };
    case 'many':
      return { command: { type: 'mget', keys: [key, `${key}b`] }, settle: values, expected: `${key},${key}b` };
    case 'pipe': {
      const insert = { type: 'lop insert', key, index: 0, data: 'x' } as const;
      const item = { ...insert, data: new TextEncoder().encode('x') };
      return { command: { type: 'pipe', commands: [item, item] }, settle: statuses, expected: 'STORED,CREATED_STORED' };
    }
    default:
      return { command: { type: kind, key, data: 'x' }, settle: stored, expected: kind === 'set' };
  }
}

function values(response: ArcusResponse): string {
  if (response.type !== 'values') return response.type;
  return response.values.map(({ data }) => decoder.decode(data)).join(',');
}

function statuses(response: ArcusResponse, _request: Request): string {
  if (response.type !== 'pipe') return response.type;
  return response.responses.map((each) => ('status' in each ? each.status : each.type)).join(',');
}
