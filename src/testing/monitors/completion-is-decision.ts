import type { AnyOperation } from '../../core/operation-completion.ts';
import { resultOf } from '../../core/operation-limit.ts';
import { FULFILLED } from '../../core/state-cell.ts';
import type { Monitor } from '../monitor.ts';
import type { OperationRecord } from '../operation-record.ts';
import { COMPLETE } from '../race-codes.ts';

export const completionIsDecision: Monitor = {
  name: 'completion-is-decision',
  rule: 'What a waiter sees is what was decided, and never changes.',
  effects: [COMPLETE],
  effect: changed,
  quiet: changed,
};

function changed(record: OperationRecord): string | undefined {
  if (record.word < FULFILLED) return undefined;
  if (record.wordNow !== record.word) return 'its outcome changed after the decision';
  return resultOf(record.operation as AnyOperation) === record.result
    ? undefined
    : 'its value or reason changed after the decision';
}
