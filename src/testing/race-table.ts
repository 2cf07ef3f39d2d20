/** The events of an operation that race each other. */
export type RacingEvent = 'response' | 'timeout' | 'cancel' | 'internalCancel' | 'decoded';

export const RACING_EVENTS: readonly RacingEvent[] = ['response', 'timeout', 'cancel', 'internalCancel', 'decoded'];

/** In which states each event must be met, and which of the others leads there; the first state is where every operation comes by. */
export const MEETS: Readonly<Record<RacingEvent, Readonly<Record<string, readonly RacingEvent[]>>>> = {
  response: { WAITING_RESPONSE: [], timedOut: ['timeout'], cancelled: ['cancel', 'internalCancel'] },
  timeout: { WAITING_RESPONSE: [] },
  cancel: {
    WAITING_RESPONSE: [],
    RESPONSE_RECEIVED: ['decoded'],
    fulfilled: ['response'],
    timedOut: ['timeout'],
    cancelled: ['internalCancel'],
  },
  internalCancel: {
    WAITING_RESPONSE: [],
    RESPONSE_RECEIVED: ['decoded'],
    fulfilled: ['response'],
    timedOut: ['timeout'],
    cancelled: ['cancel'],
  },
  decoded: { RESPONSE_RECEIVED: ['response'] },
};

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
