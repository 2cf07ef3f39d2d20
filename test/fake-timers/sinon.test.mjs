// Run by `node --test`, from a package of its own: the library's tests need no Sinon.
import assert from 'node:assert/strict';
import { register } from 'node:module';
import { afterEach, beforeEach, describe, test } from 'node:test';
import FakeTimers from '@sinonjs/fake-timers';

register('./copy-hooks.mjs', import.meta.url);

let copies = 0;
const importCopy = async () => (await import(`../../src/index.ts?copy=${copies++}`)).timed;
const timed = await importCopy();
const { setTimeout: realSetTimeout } = globalThis;

const never = () => new Promise(() => {});
const settle = () => new Promise((resolve) => realSetTimeout(resolve, 2));

const FAKES = [
  // All but what node:test itself could not go on without.
  ['everything', { toNotFake: ['nextTick', 'queueMicrotask'] }],
  ['setTimeout alone', { toFake: ['setTimeout', 'clearTimeout'] }],
  ['timers and the clock', { toFake: ['setTimeout', 'clearTimeout', 'performance'] }],
];

let ran = 0;
process.on('exit', () =>
  assert.equal(ran, FAKES.length * 2 * 6, 'Every test must have run: the loop was left with nothing to do'),
);

for (const [name, config] of FAKES) {
  for (const order of ['after', 'before']) {
    describe(`with Sinon's fakes of ${name}, put in ${order} import`, () => {
      let fakes;
      let call;

      function start(timeout) {
        const promise = call(never, timeout);
        promise.catch(() => {});
        return promise.operation;
      }

      beforeEach(async () => {
        fakes = FakeTimers.install(config);
        call = order === 'after' ? timed : await importCopy();
      });

      afterEach(() => {
        fakes.uninstall();
        ran++;
      });

      test('a limit of 100 fires at 100, not at 99', async () => {
        const operation = start(100);
        fakes.tick(99);
        await settle();
        assert.equal(operation.outcome, undefined);
        fakes.tick(1);
        assert.equal(operation.outcome, 'timedOut');
      });

      test('several limits fire in one synchronous tick, and one armed halfway takes its whole time', () => {
        const first = [30, 10, 100].map(start);
        fakes.tick(50);
        const second = start(100);
        fakes.tick(50);
        assert.deepEqual(
          first.map(({ outcome }) => outcome),
          ['timedOut', 'timedOut', 'timedOut'],
        );
        fakes.tick(49);
        assert.equal(second.outcome, undefined);
        fakes.tick(1);
        assert.equal(second.outcome, 'timedOut');
      });

      test('2^31 fires there and not before; Infinity never', () => {
        const long = start(2 ** 31);
        const endless = start(Number.POSITIVE_INFINITY);
        fakes.tick(2 ** 31 - 1);
        assert.equal(long.outcome, undefined);
        fakes.tick(1);
        assert.equal(long.outcome, 'timedOut');
        fakes.tick(2 ** 31);
        assert.equal(endless.outcome, undefined);
      });

      test('a timeout completes without faked time, and in tickAsync', async () => {
        const first = call(never, 100);
        fakes.tick(100);
        await assert.rejects(first, { code: 'ERR_TIMED_OUT', limitMs: 100 });
        const second = call(never, 100);
        await Promise.all([assert.rejects(second, { code: 'ERR_TIMED_OUT' }), fakes.tickAsync(100)]);
      });

      test('once they are uninstalled, a limit takes real time, also after a stall of the loop', async () => {
        fakes.uninstall();
        const promise = call(never, 20);
        const start = performance.now();
        while (performance.now() - start < 40);
        await assert.rejects(promise, { code: 'ERR_TIMED_OUT' });
        assert.ok(performance.now() - start >= 20);
      });

      test('a limit armed before them still fires in real time', async () => {
        fakes.uninstall();
        const { performance: clock } = globalThis;
        const start = clock.now();
        const promise = call(never, 20);
        promise.catch(() => {});
        fakes = FakeTimers.install(config);
        fakes.tick(10_000);
        assert.equal(promise.operation.outcome, undefined);
        await promise.catch(() => {});
        assert.equal(promise.operation.outcome, 'timedOut');
        assert.ok(clock.now() - start >= 20);
      });
    });
  }
}
