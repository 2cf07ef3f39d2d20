import { expect, test } from 'vitest';
import { runScript } from '../run-script.ts';

test('timers that refuse to be methods of another object, as those of a browser do, fire and are dropped', async () => {
  const { code, stdout, stderr } = await runScript(`
    for (const name of ['setTimeout', 'clearTimeout', 'setImmediate']) {
      const real = globalThis[name];
      globalThis[name] = function (...given) {
        if (this !== undefined && this !== globalThis) throw new TypeError('Illegal invocation');
        return real(...given);
      };
    }
    const { timed } = await import('timed-operation');
    const never = () => new Promise(() => {});
    console.log(await timed(async () => 'answer', 60_000));
    const later = timed(never, 60_000);
    console.log((await timed(never, 5).catch((error) => error)).code);
    later.catch(({ code }) => console.log(code));
    later.cancel();
  `);
  expect({ code, stdout, stderr }).toEqual({ code: 0, stdout: 'answer\nERR_TIMED_OUT\nERR_CANCELLED\n', stderr: '' });
});
