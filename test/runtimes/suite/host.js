import { AsyncLocalStorage } from 'node:async_hooks';
import { spawn } from 'node:child_process';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { createRequire } from 'node:module';
import { connect, createServer } from 'node:net';
import { fileURLToPath } from 'node:url';
import { timed } from 'timed-operation';
import { publishDiagnostics } from 'timed-operation/node';
import { askBySocket } from './ask-by-socket.js';
import { never, ok, rejection, same, sleep } from './checks.js';
import { ANSWER_MS, falseTimeouts } from './false-timeouts.js';

/** Every limit in the scripts is this, so one that holds its process shows: ms. */
const HELD_MS = 60_000;
const KILL_MS = 30_000;

/** Runs `exits.js` in a process of its own. The code is `null` when it had to be killed. */
function run(script) {
  const file = fileURLToPath(new URL('./exits.js', import.meta.url));
  const flags = 'Deno' in globalThis ? ['run', '-A', '--no-check'] : [];
  const child = spawn(process.execPath, [...flags, file, script, String(HELD_MS)], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let printed = '';
  let complained = '';
  child.stdout.on('data', (bytes) => {
    printed += bytes;
  });
  child.stderr.on('data', (bytes) => {
    complained += bytes;
  });
  const timer = setTimeout(() => child.kill('SIGKILL'), KILL_MS);
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => {
      clearTimeout(timer);
      resolve({ code, printed: printed.trim(), complained });
    });
  });
}

/** What there is where there is a process. */
export const host = {
  'require gives the same module as import': async () => {
    ok(createRequire(import.meta.url)('timed-operation').timed === timed, 'two copies');
  },

  'the process exits at once after the last decision, although every limit was a minute': async () => {
    const { code, printed, complained } = await run('decided');
    same([code, printed], [0, 'value failure ERR_CANCELLED aborted']);
    same(complained, '');
  },

  'ref: false, no limit and a listener on a signal hold nothing': async () => {
    const { code, printed } = await run('unreferenced');
    same([code, printed], [0, 'end']);
  },

  'a limit that nobody awaits holds the process until it has passed': async () => {
    const { code, printed } = await run('referenced');
    same([code, printed], [0, 'timed out']);
  },

  'a timeout that nobody handles ends the process, as any such rejection does': async () => {
    const { code, complained } = await run('unhandled');
    same([code, complained.includes('The operation timed out after 5 ms')], [1, true]);
  },

  'AsyncLocalStorage is right in continuation, hook and abort listener': async () => {
    const storage = new AsyncLocalStorage();
    const seen = {};
    const ask = (name) =>
      storage.run(name, async () => {
        const call = timed(
          ({ signal }) => {
            signal.addEventListener('abort', () => {
              seen[`${name} abort`] = storage.getStore();
            });
            return never();
          },
          {
            timeout: 10,
            onTimeout: () => {
              seen[`${name} hook`] = storage.getStore();
            },
          },
        );
        await rejection(call);
        seen[`${name} continuation`] = storage.getStore();
      });
    await Promise.all([ask('one'), ask('two')]);
    for (const [key, value] of Object.entries(seen)) ok(key.startsWith(value ?? 'none'), `${key} saw ${value}`);
    same(Object.keys(seen).length, 6);
  },

  'what happens is published on diagnostics channels': async () => {
    const outcomes = [];
    const hear = ({ operation, name }) => outcomes.push(`${name} ${operation.outcome}`);
    const published = publishDiagnostics();
    subscribe('timed-operation:decide', hear);
    await timed(async () => 1, { timeout: HELD_MS, name: 'first' });
    await rejection(timed(never, { timeout: 5, name: 'second' }));
    unsubscribe('timed-operation:decide', hear);
    published[Symbol.dispose]();
    same(outcomes, ['first fulfilled', 'second timedOut']);
  },

  'an answer that lay in the buffer of a socket before the limit wins, however late this thread looks': async ({
    server,
  }) => {
    same(await falseTimeouts(() => askBySocket(server, ANSWER_MS)), 0);
  },

  'a socket carries a limit: closed at the timeout, by its signal': async () => {
    const silent = createServer(() => {});
    await new Promise((resolve) => silent.listen(0, '127.0.0.1', resolve));
    let socket;
    const ask = ({ signal }) =>
      new Promise((resolve, reject) => {
        socket = connect(silent.address().port, '127.0.0.1');
        signal.addEventListener('abort', () => socket.destroy());
        socket.on('data', resolve);
        socket.on('error', reject);
      });
    same((await rejection(timed(ask, 50))).code, 'ERR_TIMED_OUT');
    for (let turn = 0; !socket.destroyed && turn < 100; turn++) await sleep(1);
    ok(socket.destroyed, 'the socket is open');
    await new Promise((resolve) => silent.close(resolve));
  },
};
