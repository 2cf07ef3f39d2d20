import { TIMED_OUT } from '../../core/state-cell.ts';
import type { Monitor } from '../monitor.ts';
import type { OperationRecord } from '../operation-record.ts';
import { CANCEL_OPERATION, COMPLETE, QUEUE, RECORD_TIMEOUT } from '../race-codes.ts';

export const timeoutOrder: Monitor = {
  name: 'timeout-order',
  rule: 'A timeout wins, tells the node, takes the operation off the transport, and then completes: each once.',
  effects: [RECORD_TIMEOUT, CANCEL_OPERATION, QUEUE, COMPLETE],
  effect(record, effect) {
    if (effect === RECORD_TIMEOUT) {
      if (record.wordNow !== TIMED_OUT) return 'a timeout was recorded for an operation that did not time out';
      return record.count(RECORD_TIMEOUT) > 1 ? 'its timeout was recorded twice' : undefined;
    }
    if (record.wordNow !== TIMED_OUT || !record.submitted) return undefined;
    if (effect === CANCEL_OPERATION) {
      if (record.tellsNode && record.count(RECORD_TIMEOUT) === 0) return 'it was taken off before the node was told';
      return record.count(CANCEL_OPERATION) > 1 ? 'it was taken off twice' : undefined;
    }
    if (effect === QUEUE || effect === COMPLETE) return missing(record);
    return undefined;
  },
  quiet(record) {
    return record.wordNow === TIMED_OUT && record.submitted ? missing(record) : undefined;
  },
};

function missing(record: OperationRecord): string | undefined {
  if (record.tellsNode && record.count(RECORD_TIMEOUT) === 0) return 'it completed before the node was told';
  if (record.takesOff && record.count(CANCEL_OPERATION) === 0) return 'it completed before it was taken off';
  return undefined;
}
