/**
 * Faults of the race itself: which event wins, and what a winner or a loser changes.
 *
 * A change is a file of `src`, a text that stands there exactly once, and what stands there instead; `breaks` is the invariant.
 * @type {readonly { name: string, breaks: string, changes: readonly (readonly [file: string, from: string, to: string])[] }[]}
 */
export const raceMutants = [
  {
    name: 'no disarm on response',
    breaks: 'the timeout is disarmed at the full response',
    changes: [
      [
        'core/timed-operation.ts',
        '    this.runtime.scheduler.disarm(this);\n    if (!this.hooks.decode',
        '    if (!this.hooks.decode',
      ],
    ],
  },
  {
    name: 'response accepted twice',
    breaks: 'one response wins',
    changes: [
      [
        'core/timed-operation.ts',
        '[RESPONSE_RECEIVED, RESPONSE_RECEIVED, REFUSED]',
        '[RESPONSE_RECEIVED, RESPONSE_RECEIVED, RESPONSE_RECEIVED]',
      ],
    ],
  },
  {
    name: 'failure accepted while decoding',
    breaks: 'complete bytes are never thrown away',
    changes: [
      [
        'core/timed-operation.ts',
        '[FAILED,            FAILED,            REFUSED]',
        '[FAILED,            FAILED,            FAILED]',
      ],
    ],
  },
  {
    name: 'timeout accepted while decoding',
    breaks: 'decoding is outside the timeout',
    changes: [
      [
        'core/operation-context.ts',
        'if (loadCell(this.cell) <= WAITING_RESPONSE) {\n      const now',
        'if (loadCell(this.cell) <= 2) {\n      const now',
      ],
    ],
  },
  {
    name: 'internal cancel accepted while decoding',
    breaks: 'an internal cancel acts only while waiting',
    changes: [
      [
        'core/timed-operation.ts',
        'internalCancel: [CANCELLED,         CANCELLED,         REFUSED]',
        'internalCancel: [CANCELLED, CANCELLED, CANCELLED]',
      ],
    ],
  },
  {
    name: 'decoded before there is a response',
    breaks: 'only a response can be decoded',
    changes: [
      [
        'core/timed-operation.ts',
        '[REFUSED,           REFUSED,           FULFILLED]',
        '[REFUSED,           FULFILLED,         FULFILLED]',
      ],
    ],
  },
  {
    name: 'cancel accepted after the decision',
    breaks: 'after the decision a cancel returns false and changes nothing',
    changes: [
      [
        'core/timed-operation.ts',
        'return move(this, TRANSITIONS.cancel) &&',
        "return (move(this, TRANSITIONS.cancel) || this.state === 'DECIDED') &&",
      ],
    ],
  },
  {
    name: 'cancel says that it won after the decision',
    breaks: 'a loser is told so',
    changes: [
      [
        'core/timed-operation.ts',
        "this.decide(cancelledError(this, 'caller', reason));",
        "this.decide(cancelledError(this, 'caller', reason)) || this.outcome === 'cancelled';",
      ],
    ],
  },
  {
    name: 'internal cancel forgets its source',
    breaks: 'cancelSource tells caller, signal and internal apart',
    changes: [
      [
        'core/operation-completion.ts',
        "source === 'internal' ? BY_ADAPTER | NEEDS_STACK : NEEDS_STACK",
        'source ? NEEDS_STACK : BY_ADAPTER',
      ],
    ],
  },
  {
    name: 'decode result accepted after a cancel',
    breaks: 'once decided, the outcome never changes',
    changes: [
      [
        'core/timed-operation.ts',
        'if (move(this, TRANSITIONS.decoded)) return',
        "if (move(this, TRANSITIONS.decoded) || this.outcome === 'cancelled') return",
      ],
    ],
  },
  {
    name: 'late response overwrites the result',
    breaks: 'losers change nothing',
    changes: [
      [
        'core/timed-operation.ts',
        "      return lost(this, { stage: 'response', status: 'fulfilled', value: response });",
        "      return lost(this, { stage: 'response', status: 'fulfilled', value: (this.result = response) });",
      ],
    ],
  },
  {
    name: 'late failure lost in silence',
    breaks: 'every late outcome is told, once',
    changes: [
      [
        'core/timed-operation.ts',
        "    return lost(this, { stage: 'response', status: 'rejected', reason });",
        '    return false;',
      ],
    ],
  },
  {
    name: 'a throwing submit is a timeout',
    breaks: 'a submit that throws is a failure, never a timeout of the node',
    changes: [
      [
        'core/timed-operation.ts',
        '      this.fail(error);\n',
        '      if (this.expire(this.runtime.clock.now())) this.afterDecision();\n      else this.fail(error);\n',
      ],
    ],
  },
  {
    name: 'submitted again from its own submit',
    breaks: 'an operation is submitted once',
    changes: [
      [
        'core/timed-operation.ts',
        'if (loadCell(this.cell) !== NEW || (this.flags & SUBMITTED) !== 0) return false;',
        'if (loadCell(this.cell) !== NEW) return false;',
      ],
    ],
  },
  {
    name: 'decided during submit, never followed up',
    breaks: 'what is decided during submit is acted on once submit has returned',
    changes: [
      ['core/timed-operation.ts', '    if ((this.flags & DECIDED_IN_SUBMIT) !== 0) afterDecision(this);\n', ''],
    ],
  },
  {
    name: 'armed after the decision',
    breaks: 'what is decided is never armed again',
    changes: [
      ['core/operation-limit.ts', '  if (loadCell(operation.cell) !== WAITING_RESPONSE) return false;\n', ''],
      ['core/operation-context.ts', '    if (loadCell(this.cell) !== WAITING_RESPONSE) return false;\n', ''],
    ],
  },
];
