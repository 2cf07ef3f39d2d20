import type { Key, OperationSetup } from './race.ts';

export type Outcome = 'fulfilled' | 'failed' | 'timedOut' | 'cancelled';
export type RaceEvent =
  | 'submit'
  | 'response'
  | 'failure'
  | 'timeout'
  | 'cancel'
  | 'internalCancel'
  | 'decoded'
  | 'decodeFailed';
type State = 'NEW' | 'WAITING_RESPONSE' | 'RESPONSE_RECEIVED' | 'DECIDED';

/** What each state lets happen. The rest is refused. */
const ALLOWED: Record<State, readonly RaceEvent[]> = {
  NEW: ['submit', 'response', 'failure', 'timeout', 'cancel', 'internalCancel'],
  WAITING_RESPONSE: ['response', 'failure', 'timeout', 'cancel', 'internalCancel'],
  RESPONSE_RECEIVED: ['cancel', 'decoded', 'decodeFailed'],
  DECIDED: [],
};

export interface ModelLimit {
  readonly at: number;
  readonly ms: number;
  readonly kind: string;
}

export const NO_LIMIT: ModelLimit = {
  at: Number.POSITIVE_INFINITY,
  ms: Number.POSITIVE_INFINITY,
  kind: 'timeout',
};

/** All that the model knows of one operation. */
export class ModelOperation {
  readonly index: number;
  readonly setup: OperationSetup;

  state: State = 'NEW';
  outcome: Outcome | undefined;
  value: Key;
  /** Asked each time: a timeout's place is put on it after the decision. */
  reason: () => Key = () => undefined;
  cancelSource: string | undefined;

  submitted = false;
  submitting = false;
  /** What a decision during submit has left to do. */
  afterSubmit: (() => void) | undefined;

  limit = NO_LIMIT;
  /** What no extension gets past. */
  cap = NO_LIMIT;
  /** Where it was when it timed out. */
  stage: string | undefined;

  response: number | undefined;
  responded = false;
  decodeBegun = false;
  decodeLimited = false;

  onSignal = false;
  announced = false;
  hasTurn = false;
  completed = false;

  constructor(index: number, setup: OperationSetup) {
    this.index = index;
    this.setup = setup;
  }

  allows(event: RaceEvent): boolean {
    return ALLOWED[this.state].includes(event);
  }
}
