import { explore, formatReport, type Report } from 'timed-operation/testing';
import { describe, expect, test } from 'vitest';
import { ArcusNode } from '../../../../../src/adapters/arcus/node.ts';
import { nodeProbe } from './node-probe.ts';

const sound = (report: Report) => expect(formatReport(report)).toContain('no race found');
const many = { kinds: ['get', 'set', 'many'], limits: [50, 60, 70] } as const;
const changes = { kinds: ['add', 'pipe', 'set'], limits: [50, 60, 70] } as const;

describe('three operations, a node that connects and connects again, any two steps out of place', () => {
  test.each([
    ['a reset at any moment', { ...many, faults: { reset: true }, cancels: [1] }],
    ['a reset, and reads are sent again', { ...many, faults: { reset: true }, node: { failureMode: 'retry' } }],
    ['a reset, and changes are sent once', { ...changes, faults: { reset: true }, node: { failureMode: 'retry' } }],
    ['the server ends at any moment', { ...changes, faults: { halfClose: true }, cancels: [0] }],
    [
      'a late write, and the second timeout in a row replaces',
      { ...many, faults: { late: true }, node: { timeoutThreshold: 1 } },
    ],
    ['a lost write, and silence replaces', { ...changes, faults: { drop: true }, node: { maxUnanswered: 65 } }],
    ['closed at any moment', { ...many, faults: { reset: true, late: true }, close: true }],
  ] as const)(
    '%s',
    (_name, options) => {
      const probe = nodeProbe(options);
      const report = explore(probe, { strategy: { deviations: 2 } });
      sound(report);
      expect(report.complete).toBe('deviations 2');
      sound(explore(probe, { strategy: { random: 1_000 }, seed: 7 }));
    },
    240_000,
  );
});

test('a node that lets go of its connection and keeps what was in flight is found out', () => {
  const { broken } = ArcusNode.prototype;
  ArcusNode.prototype.broken = () => undefined;
  try {
    const probe = nodeProbe({ ...many, faults: { duplicate: true } });
    expect(explore(probe, { strategy: { deviations: 1 } }).failures).not.toEqual([]);
  } finally {
    ArcusNode.prototype.broken = broken;
  }
});
