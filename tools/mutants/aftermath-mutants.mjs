/**
 * Faults of what follows from a decision: who is told, in which order, how often. As in `race-mutants.mjs`.
 * @type {typeof import('./race-mutants.mjs').raceMutants}
 */
export const aftermathMutants = [
  {
    name: 'no disarm on decision',
    breaks: 'the timeout is disarmed at a failure or a cancel',
    changes: [['core/operation-completion.ts', '  runtime.scheduler.disarm(operation);\n', '']],
  },
  {
    name: 'place on the signal not left',
    breaks: 'nothing outside holds a decided operation',
    changes: [
      [
        'core/operation-completion.ts',
        'places; places = places.sibling) places.leave(runtime.scheduler);',
        'places; places = places.sibling);',
      ],
    ],
  },
  {
    name: 'timeout followed up twice',
    breaks: 'each step of a timeout runs once',
    changes: [
      [
        'core/operation-completion.ts',
        '  } else followUp(operation);\n',
        '  } else followUp(operation);\n  if (loadCell(operation.cell) === TIMED_OUT) followUp(operation);\n',
      ],
    ],
  },
  {
    name: 'completed twice',
    breaks: 'exactly one completion',
    changes: [
      [
        'core/operation-completion.ts',
        '  if ((operation.flags & COMPLETED) !== 0) return;\n',
        "  if ((operation.flags & COMPLETED) === 0) hook(operation, 'complete');\n",
      ],
    ],
  },
  {
    name: 'a second turn in the queue',
    breaks: 'one turn at most waits for an operation',
    changes: [['core/operation-completion.ts', '  if ((flags & QUEUED) !== 0) return;', '']],
  },
  {
    name: 'completed inside the decision',
    breaks: 'completions run on the executor',
    changes: [
      ['core/operation-completion.ts', '  if (atOnce && operation.runtime.executor.idle)', '  if (word !== TIMED_OUT)'],
    ],
  },
  {
    name: 'recordTimeout after cancelOperation',
    breaks: 'the node is told before the operation is cancelled',
    changes: [
      [
        'core/operation-completion.ts',
        "    tellReason(operation, 'recordTimeout');\n",
        "    tellReason(operation, 'cancelOperation');\n    tellReason(operation, 'recordTimeout');\n",
      ],
      [
        'core/operation-completion.ts',
        'else if ((flags & SUBMITTED) !== 0) tellReason(',
        'else if ((flags & SUBMITTED) !== 0 && word !== TIMED_OUT) hook(',
      ],
    ],
  },
  {
    name: 'a throwing recordTimeout skips cancelOperation',
    breaks: 'a throw in one step never stops the next',
    changes: [
      [
        'core/operation-completion.ts',
        "    tellReason(operation, 'recordTimeout');\n",
        '    operation.hooks.recordTimeout?.(operation, resultOf(operation) as never);\n',
      ],
      [
        'core/operation-completion.ts',
        '  } else followUp(operation);\n',
        '  } else guard(operation, { cancelOperation: followUp } as never, "cancelOperation", undefined);\n',
      ],
    ],
  },
  {
    name: 'a throwing cancelOperation skips the completion',
    breaks: 'a throw in one step never stops the next',
    changes: [
      [
        'core/operation-completion.ts',
        " tellReason(operation, 'cancelOperation');\n",
        ' operation.hooks.cancelOperation?.(operation, resultOf(operation));\n',
      ],
      [
        'core/operation-completion.ts',
        '  } else followUp(operation);\n',
        '  } else guard(operation, { cancelOperation: followUp } as never, "cancelOperation", undefined);\n',
      ],
    ],
  },
  {
    name: 'cancel while decoding also cancels on the transport',
    breaks: 'while decoding, the connection is left alone',
    changes: [
      [
        'core/operation-completion.ts',
        'else if ((flags & SUBMITTED) !== 0) tellReason(',
        'if ((flags & SUBMITTED) !== 0) tellReason(',
      ],
    ],
  },
  {
    name: 'refused at the door, the node is blamed',
    breaks: 'no node is blamed for a budget that was spent before',
    changes: [
      [
        'core/operation-completion.ts',
        '(flags & (SUBMITTED | DECIDED_IN_SUBMIT)) === SUBMITTED',
        '(flags & DECIDED_IN_SUBMIT) === 0',
      ],
    ],
  },
  {
    name: 'refused at the door, cancelled on the transport',
    breaks: 'what was never sent is not cancelled',
    changes: [['core/operation-completion.ts', 'else if ((flags & SUBMITTED) !== 0) tellReason(', 'else tellReason(']],
  },
  {
    name: 'timed out during submit, the node is blamed',
    breaks: 'no node is blamed for a budget that was spent before',
    changes: [
      [
        'core/operation-completion.ts',
        '(flags & (SUBMITTED | DECIDED_IN_SUBMIT)) === SUBMITTED',
        '(flags & SUBMITTED) !== 0',
      ],
    ],
  },
  {
    name: 'decided during submit, followed up twice',
    breaks: 'decided during submit, the operation is cancelled once, after submit',
    changes: [
      [
        'core/operation-completion.ts',
        '    operation.flags |= DECIDED_IN_SUBMIT;\n    return;\n',
        '    operation.flags |= DECIDED_IN_SUBMIT;\n',
      ],
    ],
  },
  {
    name: 'late outcome told twice',
    breaks: 'every late outcome is told, once',
    changes: [
      [
        'core/operation-completion.ts',
        '    else runtime.executor.submit({ run, referenced }, true);\n',
        '    else runtime.executor.submit({ run: () => [run(), run()], referenced }, true);\n',
      ],
    ],
  },
  {
    name: 'late outcome not told',
    breaks: 'every late outcome is told, once',
    changes: [['core/operation-completion.ts', '  if (operation.hooks.late) {', '  if (!operation.hooks.late) {']],
  },
  {
    name: 'late hook inside the losing call',
    breaks: 'hooks of a loser run in their own turn',
    changes: [
      [
        'core/operation-completion.ts',
        '    else runtime.executor.submit({ run, referenced }, true);\n',
        '    else run();\n',
      ],
    ],
  },
  {
    name: 'skipped response lost in silence',
    breaks: 'a response whose decode is skipped is late',
    changes: [['core/operation-completion.ts', '  if (word === CANCELLED && responded) skipDecode(operation);\n', '']],
  },
  {
    name: 'decoded although it was cancelled',
    breaks: 'a decode that has not begun is skipped',
    changes: [
      [
        'core/operation-completion.ts',
        '  if (loadCell(operation.cell) === RESPONSE_RECEIVED) {\n    if (gate) gate',
        '  if ((operation.flags & (RESPONDED | DECODE_BEGUN)) === RESPONDED) {\n    if (gate) gate',
      ],
      ['core/operation-completion.ts', '  if (loadCell(operation.cell) !== RESPONSE_RECEIVED) return;\n', ''],
    ],
  },
  {
    name: 'a throwing decode is only reported',
    breaks: 'a decode that throws fails its operation',
    changes: [
      [
        'core/operation-completion.ts',
        '    operation.decodeFailed(error);\n    return;\n',
        '    reportHookError(error, operation);\n    return;\n',
      ],
    ],
  },
  {
    name: 'hooks before all on the signal are decided',
    breaks: 'user code never runs in a decision',
    changes: [
      [
        'core/signal.ts',
        '      if (listed.abortBySignal(reason)) won.push(listed);\n',
        '      if (listed.abortBySignal(reason)) listed.afterDecision();\n',
      ],
    ],
  },
  {
    name: 'hooks before all of a wake are decided',
    breaks: 'user code never runs in a decision',
    changes: [
      [
        'testing/manual-scheduler.ts',
        '      return entry.expire(now);\n',
        '      if (entry.expire(now)) entry.afterDecision();\n      return false;\n',
      ],
    ],
  },
];
