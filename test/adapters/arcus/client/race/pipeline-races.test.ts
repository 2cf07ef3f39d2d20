import { explore, formatReport, type Report } from 'timed-operation/testing';
import { describe, expect, test } from 'vitest';
import { InFlight } from '../../../../../src/adapters/arcus/in-flight.ts';
import { pipelineProbe } from './pipeline-probe.ts';

const sound = (report: Report) => expect(formatReport(report)).toContain('no race found');

describe('three operations and one fault, every order there is', () => {
  test.each([
    ['a reset at any moment', { reset: true }],
    ['the server ends at any moment', { halfClose: true }],
    ['a write that is held past a deadline', { late: true }],
    ['a write that is lost', { drop: true }],
    ['a write that comes twice', { duplicate: true }],
  ])(
    '%s',
    (_name, faults) => {
      const report = explore(pipelineProbe({ faults, limits: [50, 60, 70], cancels: [0, 1, 2] }), {
        strategy: 'exhaustive',
        maxSchedules: 400_000,
      });
      sound(report);
      expect(report.complete).toBe('exhaustive');
    },
    120_000,
  );
});

describe('three gets that are one request, two, or three, and one fault, every order there is', () => {
  test.each([
    ['one after another, a reset at any moment', { faults: { reset: true }, maxMergedGets: 1 }],
    ['two and one, a write that is held past a deadline', { faults: { late: true }, maxMergedGets: 2 }],
    ['two of them missing, a reset at any moment', { faults: { reset: true }, kinds: ['miss', 'get', 'miss'] }],
    ['two of them missing, and the server ends', { faults: { halfClose: true }, kinds: ['get', 'miss', 'miss'] }],
    ['refused together', { faults: { reset: true }, refusal: 'SERVER_ERROR out of memory writing get response' }],
    ['refused together, and one missing', { faults: {}, kinds: ['miss', 'get', 'get'], refusal: 'SERVER_ERROR busy' }],
    ['a set between them', { faults: { late: true }, kinds: ['get', 'set', 'get'] }],
  ] as const)(
    '%s',
    (_name, options) => {
      const report = explore(pipelineProbe({ limits: [50, 60, 70], cancels: [0, 1, 2], ...options }), {
        strategy: 'exhaustive',
        maxSchedules: 400_000,
      });
      sound(report);
      expect(report.complete).toBe('exhaustive');
    },
    120_000,
  );
});

describe('three operations of several kinds and one fault, every order there is', () => {
  test.each([
    ['get, set, add', { reset: true }, ['get', 'set', 'add']],
    ['add, pipe, set', { late: true }, ['add', 'pipe', 'set']],
    ['many keys, set, pipe', { halfClose: true }, ['many', 'set', 'pipe']],
    ['pipe, many keys, get', { reset: true }, ['pipe', 'many', 'get']],
  ] as const)(
    '%s',
    (_name, faults, kinds) => {
      const report = explore(pipelineProbe({ faults, kinds, limits: [50, 60, 70], cancels: [0, 1, 2] }), {
        strategy: 'exhaustive',
        maxSchedules: 400_000,
      });
      sound(report);
      expect(report.complete).toBe('exhaustive');
    },
    120_000,
  );
});

describe('any chunking', () => {
  test.each([
    [2, {}],
    [100, {}],
    [2, { kinds: ['set', 'pipe', 'many'] }],
    [100, { kinds: ['add', 'get', 'set'] }],
    [100, { kinds: ['miss', 'get', 'miss'] }],
    [100, { kinds: ['get', 'get', 'miss'], refusal: 'SERVER_ERROR busy' }],
  ] as const)(
    'with %i in flight, and any two steps out of place: %o',
    (maxInFlight, options) => {
      const probe = pipelineProbe({
        faults: { split: 'each-byte', merge: true, reset: true, late: true },
        limits: [50, 60, 70],
        cancels: [1],
        maxInFlight,
        ...options,
      });
      sound(explore(probe, { strategy: { deviations: 2 } }));
      sound(explore(probe, { strategy: { random: 5_000 }, seed: 7 }));
    },
    120_000,
  );
});

test('a pipeline that takes what was given up out of its place in flight is found out', () => {
  const { withdraw } = InFlight.prototype;
  InFlight.prototype.withdraw = function (operation) {
    if (this.first !== operation) return withdraw.call(this, operation);
    this.removeFirst(true);
    return true;
  };
  try {
    const probe = pipelineProbe({ faults: { late: true }, limits: [50, 60, 70], cancels: [0] });
    expect(explore(probe, { strategy: { deviations: 2 } }).failures).not.toEqual([]);
  } finally {
    InFlight.prototype.withdraw = withdraw;
  }
});
