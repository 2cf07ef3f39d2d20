// A node of the ARCUS client: it connects, loses its connection, and connects again; every order there is of a small number of events.
import { assertRaces, explore, formatReport } from 'timed-operation/testing';
import { expect, test } from 'vitest';
import { Pipeline } from '../../src/adapters/arcus/pipeline.ts';
import { type NodeProbeOptions, nodeProbe } from '../adapters/arcus/client/race/node-probe.ts';

const nightly = process.env['TIMED_OPERATION_NIGHTLY'] === '1';
const never = Number.POSITIVE_INFINITY;

/** Two operations; the connection breaks at any moment, and the node connects again. Nothing else has a limit. */
const two = {
  kinds: ['get', 'set'],
  limits: [50, 60],
  faults: {},
  breaks: true,
  brief: true,
  node: { connectTimeout: never, maxUnanswered: never },
} as const;
const one = { ...two, kinds: ['get'], limits: [50] } as const;

const situations: [string, NodeProbeOptions][] = [
  ['two operations and a break', two],
  ['these, and reads are sent again', { ...two, node: { ...two.node, failureMode: 'retry' } }],
  [
    'a batch, many keys and a break, and reads are sent again',
    { ...two, kinds: ['pipe', 'many'], node: { ...two.node, failureMode: 'retry' } },
  ],
  ['two operations, a break, and a close at any moment', { ...two, close: true }],
  ['two operations, a break, and the first timeout replaces', { ...two, node: { ...two.node, timeoutThreshold: 0 } }],
  [
    'two operations, and the first attempt to connect is under a limit',
    { ...two, breaks: false, timedAttempts: 1, node: { maxUnanswered: never } },
  ],
  ['one operation, a break, and silence replaces', { ...one, node: { connectTimeout: never, maxUnanswered: 200 } }],
];

const long: [string, NodeProbeOptions][] = [
  [
    'two operations, a break, and the first attempt to connect is under a limit',
    { ...two, timedAttempts: 1, node: { maxUnanswered: never } },
  ],
  ['two operations, their cancels and a break', { ...two, cancels: [0, 1] }],
];

test.each(nightly ? [...situations, ...long] : situations)(
  'every operation decides once, with its own answer, and no change is made twice, in every order there is of %s',
  (_name, options) => {
    const report = assertRaces(nodeProbe(options), {
      strategy: 'exhaustive',
      maxSchedules: 3_000_000,
      marks: ['connected again'],
    });
    console.log(formatReport(report));
    expect(report.complete).toBe('exhaustive');
  },
);

test('a state of the probe says all that matters: without it every schedule comes to the same outcomes', () => {
  const probe = nodeProbe(one);
  const states = assertRaces(probe, { strategy: 'exhaustive' });
  const { state: _state, ...without } = probe;
  const all = assertRaces(without, { strategy: 'exhaustive', maxSchedules: 300_000 });
  expect([states.complete, all.complete]).toEqual(['exhaustive', 'exhaustive']);
  expect(states.schedules).toBeLessThan(all.schedules);
  expect([...states.outcomes.keys()].sort()).toEqual([...all.outcomes.keys()].sort());
});

test.each([
  ['sends everything again', () => true],
  ['sends nothing again, and tells nobody', undefined],
])('a node that %s is found out', (_, again) => {
  const { detach } = Pipeline.prototype;
  Pipeline.prototype.detach =
    again === undefined
      ? () => undefined
      : function (this: Pipeline, cause) {
          detach.call(this, cause, again);
        };
  try {
    expect(explore(nodeProbe(two), { strategy: 'exhaustive', maxSchedules: 20_000 }).failures).not.toEqual([]);
  } finally {
    Pipeline.prototype.detach = detach;
  }
});

if (nightly) {
  const three = { kinds: ['get', 'add', 'pipe'], limits: [50, 60, 70], faults: { reset: true, late: true } } as const;
  test.each([
    ['cancels', { ...three, cancels: [0, 2] }],
    ['reads that are sent again, and silence', { ...three, node: { failureMode: 'retry', maxUnanswered: 65 } }],
    ['a close', { ...three, close: true, node: { timeoutThreshold: 1 } }],
  ] satisfies [string, NodeProbeOptions][])(
    'three operations, a reset, a late write and %s, with any three steps out of place, and 200,000 schedules at random',
    (_name, options) => {
      const report = assertRaces(nodeProbe(options), { strategy: { deviations: 3 }, maxSchedules: 20_000_000 });
      expect(report.complete).toBe('deviations 3');
      assertRaces(nodeProbe(options), { strategy: { random: 200_000 }, seed: 11 });
    },
  );
}
