import { TimedOperation } from 'timed-operation';
import { ManualRuntime } from 'timed-operation/testing';
import { expect, test } from 'vitest';

test('the end of work that was never begun comes with the refusal, whether it was asked for before or after', async () => {
  const operation = new TimedOperation(new ManualRuntime(), {}, undefined);
  const before = operation.finished;
  operation.cancel();
  await before;
  await operation.finished;
});

test('the end of work that lost comes with its late outcome', async () => {
  const operation = new TimedOperation(new ManualRuntime(), {}, undefined);
  let ended = false;
  void operation.finished.then(() => {
    ended = true;
  });
  operation.submit(() => {});
  operation.cancel();
  await null;
  expect(ended).toBe(false);
  operation.respond('late');
  await operation.finished;
  expect(ended).toBe(true);
});

test('the end may be asked for any number of times: it is one promise, and costs no stack', async () => {
  const operation = new TimedOperation(new ManualRuntime(), {}, undefined);
  operation.submit(() => {});
  const { finished } = operation;
  for (let count = 0; count < 50_000; count++) expect(operation.finished).toBe(finished);
  expect(operation.respond('response')).toBe(true);
  await finished;
});
