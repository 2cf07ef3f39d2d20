// Each of these is run in a process of its own, which has to end by itself.
import { timed } from 'timed-operation';
import { never, sleep } from './checks.js';

const [script, limit] = process.argv.slice(2);
const timeout = Number(limit);

const scripts = {
  async decided() {
    const aborting = new AbortController();
    const failing = timed(async () => Promise.reject('failure'), timeout);
    const cancelled = timed(never, timeout);
    const aborted = timed(never, { timeout, signal: aborting.signal, idle: timeout - 1 });
    setTimeout(() => {
      cancelled.cancel();
      aborting.abort('aborted');
    }, 5);
    const told = (error) => error.code ?? error;
    const all = [timed(() => sleep(5, 'value'), timeout), failing, cancelled, aborted];
    console.log((await Promise.all(all.map((each) => each.catch(told)))).join(' '));
  },

  async unreferenced() {
    for (let index = 0; index < 100; index++) timed(never, { timeout: timeout + index, ref: false }).catch(() => {});
    timed(never, Number.POSITIVE_INFINITY).catch(() => {});
    timed(never, { signal: new AbortController().signal }).catch(() => {});
    await timed(() => 1, { timeout, signal: new AbortController().signal });
    console.log('end');
  },

  async referenced() {
    timed(never, { timeout: timeout * 2, ref: false }).catch(() => {});
    timed(never, 30).catch(() => console.log('timed out'));
  },

  async unhandled() {
    timed(never, 5);
  },
};

await scripts[script]();
