/** The events of an operation that race each other. */
export type RacingEvent = 'response' | 'timeout' | 'cancel' | 'internalCancel' | 'decoded';

export const RACING_EVENTS: readonly RacingEvent[] = ['response', 'timeout', 'cancel', 'internalCancel', 'decoded'];

/**
 * Why `second` cannot be tried on an operation after `first`, its completion having run in between or not; `undefined` when it can.
 */
export function impossibleOrder(first: RacingEvent, second: RacingEvent, completed: boolean): string | undefined {
  if (second === 'timeout') return 'the limit was disarmed with the first event';
  if (second === 'response' && first === 'decoded') return 'a response comes before its decoding';
  if (second === 'decoded') {
    if (first === 'timeout' || first === 'internalCancel')
      return 'there was no response to decode, or it was not refused';
    if (completed && first === 'response') return 'decoding comes before the completion';
    if (first === 'cancel') return 'only where decoding is asynchronous';
  }
  return undefined;
}
