import type { Probe } from 'timed-operation/testing';

/** Three steps in any order. */
export const permutations: Probe<string[]> = {
  name: 'permutations',
  setup(world) {
    const order: string[] = [];
    for (const name of ['a', 'b', 'c']) world.anytime(name, () => order.push(name));
    return order;
  },
  outcome: (order) => order.join(''),
};
