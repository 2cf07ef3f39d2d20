import type { OperationHooks } from 'timed-operation';

/** Hooks that write down, in order, that they were called. */
export function recordingHooks(log: string[]): OperationHooks<string, string, undefined> {
  return {
    recordTimeout: () => void log.push('recordTimeout'),
    cancelOperation: () => void log.push('cancelOperation'),
    cancelDecoding: () => void log.push('cancelDecoding'),
    timedOut: () => void log.push('timedOut'),
    late: (_, { stage, status }) => void log.push(`late ${stage} ${status}`),
    complete: ({ outcome }) => void log.push(`complete ${outcome}`),
  };
}
