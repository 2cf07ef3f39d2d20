import { type OperationView, TimedOperation } from 'timed-operation';
import { explore, type HistoryCall, type Probe, type SequentialModel } from 'timed-operation/testing';
import { describe, expect, test } from 'vitest';
import { CallHistory } from '../../src/testing/call-history.ts';
import { linearizable } from '../../src/testing/linearizability.ts';

describe('calls', () => {
  const register: SequentialModel<string> = {
    init: () => '',
    step(state, { name, input, status, output }) {
      if (name === 'set') return String(input);
      return status === 'open' || output === state ? state : false;
    },
  };

  /** A register whose reads may see a copy that is behind. */
  const probe = (stale: boolean): Probe<void> => ({
    name: 'register',
    setup(world) {
      let value = '';
      let copy = '';
      const call = (name: string, input: string, act: () => string) => {
        const operation = new TimedOperation<string>(world.runtime, {}, undefined, { name: `${name} ${input}` });
        if (operation.submit(() => {})) operation.arm(100);
        world.call(name, input, operation);
        world.anytime(`${name} ${input}`, () => operation.respond(act()));
      };
      call('set', 'x', () => {
        value = 'x';
        if (!stale) copy = value;
        return 'done';
      });
      world.anytime('read', () => call('get', '', () => copy), { after: ['complete set x'] });
    },
  });

  test('that a sequential model explains are fine', () => {
    expect(explore(probe(false), { model: register }).failures).toEqual([]);
  });

  test('that none explains are a failure', () => {
    const [failure] = explore(probe(true), { model: register }).failures;
    expect(failure?.rule).toBe('linearizability');
    expect(failure?.message).toContain('no order of these calls explains their outcomes');
  });

  /** One call of a key: its outcome is told when all of them have begun. */
  const decided = (value: string) => ({ outcome: 'fulfilled', value }) as unknown as OperationView;

  /** To each key four writes at once, and then a read that has the first: the last order that is tried. */
  const history = (keys: number): CallHistory => {
    const calls = new CallHistory();
    const names = Array.from({ length: keys }, (_, key) => `key ${key}`);
    for (const key of names) for (const value of 'abcd') calls.add('set', { key, value }, decided(''));
    calls.step();
    for (const key of names) calls.add('get', { key }, decided('a'));
    calls.step();
    return calls;
  };

  type State = Readonly<Record<string, string>>;
  interface Input {
    readonly key: string;
    readonly value?: string;
  }

  /** A register for each key, which counts what it is asked. */
  const counted = (partitioned: boolean) => {
    const counter = { steps: 0 };
    const model: SequentialModel<State> = {
      init: () => ({}),
      step(state, { name, input, output }) {
        counter.steps++;
        const { key, value } = input as Input;
        if (name === 'set') return { ...state, [key]: value ?? '' };
        return state[key] === output && state;
      },
    };
    return {
      counter,
      model: partitioned ? { ...model, partition: ({ input }: HistoryCall) => (input as Input).key } : model,
    };
  };

  /** How often the model is asked until the calls are explained. */
  const cost = (keys: number, partitioned: boolean): number => {
    const { counter, model } = counted(partitioned);
    expect(linearizable(history(keys), model)).toBeUndefined();
    return counter.steps;
  };

  test('of independent keys cost the sum of their partitions, and not the product', () => {
    const one = cost(1, true);
    expect(one).toBeGreaterThan(10);
    for (const keys of [2, 3, 10]) expect(cost(keys, true)).toBe(keys * one);
    expect(cost(3, false)).toBeGreaterThan(10 * 3 * one);
  });

  test('may be any number in all, and 30 of them have to do with each other', () => {
    expect(() => linearizable(history(10), counted(false).model)).toThrow(
      'Expected at most 30 calls in a partition of the history, got 50: give the model a `partition`, or make fewer',
    );
    expect(linearizable(history(10), counted(true).model)).toBeUndefined();
  });

  test('of one partition that nothing explains fail for those alone', () => {
    const calls = history(2);
    calls.add('get', { key: 'key 1' }, decided('nobody wrote that'));
    calls.step();
    const wrong = linearizable(calls, counted(true).model);
    expect(wrong).toContain('nobody wrote that');
    expect(wrong).not.toContain('key 0');
  });
});
