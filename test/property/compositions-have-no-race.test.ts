import { hedge, isTimeoutError, retry, timedAll, timedIterable } from 'timed-operation';
import { assertRacesAsync, type World } from 'timed-operation/testing';
import { test } from 'vitest';

/** An answer from a network, or a failure of it, at any moment. */
function network(world: World, label: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const end = () =>
      world.choose(label, ['answers', 'fails']) === 'answers' ? resolve(label) : reject(new Error(label));
    world.anytime(label, end, { lane: 'net' });
  });
}

test('a hedged call gives the first answer, whatever else comes when', async () => {
  await assertRacesAsync({
    name: 'hedge',
    setup(world) {
      let attempt = 0;
      const answers: string[] = [];
      const promise = hedge(
        async () => {
          const answer = await network(world, `attempt ${++attempt}`);
          answers.push(answer);
          return answer;
        },
        { after: 30, max: 3, timeout: 100, runtime: world.runtime },
      );
      world.settles(promise, 'the hedged call');
      world.anytime('cancel', () => promise.cancel(), { maybe: true });
      promise.then(
        (value) => world.always(answers.includes(value), `it gave '${value}', which was no answer`),
        () => {},
      );
      return { promise, attempts: () => attempt };
    },
    quiet({ attempts }, world) {
      world.always(attempts() >= 1 && attempts() <= 3, `it made ${attempts()} attempts`);
    },
    outcome: ({ promise }) => String(promise.operation.outcome),
  });
});

test('a retried call ends with an answer, with its last failure, or at its limit', async () => {
  await assertRacesAsync({
    name: 'retry',
    setup(world) {
      let attempt = 0;
      const promise = retry(() => network(world, `attempt ${++attempt}`), {
        attempts: 2,
        backoff: 20,
        jitter: 0,
        perAttempt: 60,
        timeout: 100,
        runtime: world.runtime,
      });
      world.settles(promise, 'the retried call');
      world.anytime('cancel', () => promise.cancel(), { maybe: true });
      return { promise, attempts: () => attempt };
    },
    quiet({ promise, attempts }, world) {
      world.always(attempts() >= 1 && attempts() <= 2, `it made ${attempts()} attempts`);
      const { outcome, reason } = promise.operation;
      world.always(outcome !== 'timedOut' || isTimeoutError(reason), 'its timeout has another reason');
    },
    outcome: ({ promise }) => String(promise.operation.outcome),
  });
});

test('a group keeps what each part came to', async () => {
  await assertRacesAsync({
    name: 'timedAll',
    setup(world) {
      const group = timedAll([() => network(world, 'a'), () => network(world, 'b')], {
        timeout: 100,
        runtime: world.runtime,
      });
      world.settles(group, 'the group');
      world.anytime('cancel', () => group.cancel(), { maybe: true });
      group.then(
        (parts) => {
          for (const [index, part] of parts.entries()) {
            const value = part.outcome === 'fulfilled' ? part.value : undefined;
            world.always(value === undefined || value === ['a', 'b'][index], `part ${index} gave '${value}'`);
            world.always(part.outcome === group.parts[index]?.outcome, `part ${index} came out otherwise than it says`);
          }
        },
        () => {},
      );
    },
  });
});

test('an iteration loses no item, whoever leaves it when', async () => {
  await assertRacesAsync({
    name: 'timedIterable',
    setup(world) {
      const seen = { made: [] as string[], got: [] as string[], late: [] as string[], ended: 0 };
      const source: AsyncIterator<string> & AsyncIterable<string> = {
        [Symbol.asyncIterator]: () => source,
        next() {
          const item = `item ${seen.made.length + 1}`;
          return new Promise((resolve) => {
            const answer = () => {
              const done = seen.made.length === 2;
              if (!done) seen.made.push(item);
              resolve(done ? { done, value: undefined } : { done, value: item });
            };
            world.anytime(seen.made.length === 2 ? 'the end' : item, answer, { lane: 'net' });
          });
        },
        async return() {
          seen.ended++;
          return { done: true, value: undefined };
        },
      };
      const iteration = timedIterable(source, {
        idle: 40,
        timeout: 60,
        runtime: world.runtime,
        onLate: (outcome) => {
          if (outcome.status === 'fulfilled') seen.late.push(String(outcome.value));
        },
      });
      const consume = async () => {
        for await (const item of iteration) seen.got.push(item);
      };
      world.settles(consume(), 'the consumer');
      world.anytime('leave', () => world.settles(iteration.return(), 'leaving'), { maybe: true });
      return seen;
    },
    quiet({ made, got, late, ended }, world) {
      world.always(made.join() === [...got, ...late].join(), `made ${made}, got ${got}, and late ${late}`);
      world.always(ended <= 1, `the source was ended ${ended} times`);
    },
  });
});
