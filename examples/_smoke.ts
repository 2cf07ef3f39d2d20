import { timed, defaultRuntime } from 'timed-operation';
async function caller() { await timed(() => new Promise(() => {}), 50); }
try { await caller() } catch (e: any) { console.log(e.stack, e.code, e.kind, e.limitMs, e.elapsedMs, e.lateByMs); }
async function work() { await null; throw new Error('mine'); }
async function caller2() { await timed(work, 50); }
try { await caller2() } catch (e: any) { console.log(e.stack); }
console.log(await timed(() => 5, 10), await timed(Promise.resolve(6), 10), await timed(async () => 7, { timeout: 10, decode: async (x) => 'v' + x }));
const p = timed(({signal}) => new Promise((_, rej) => signal.addEventListener('abort', () => rej(signal.reason))), { timeout: 20, onTimeout: (e) => console.log('onTimeout', e.message), fallback: (e) => 'fb', onLate: (o) => console.log('late', o.stage, o.status) });
console.log(await p, p.operation.outcome, (p.operation.reason as Error).message);
await p.operation.finished;
const c = timed(() => new Promise(() => {}), 1000); console.log(c.cancel('why'), c.cancel()); await c.catch((e) => console.log(e.code, e.cause, e.source, e.message));
for (const bad of [NaN, -1, '5', null, undefined, 5n, {timeout: NaN}, {idle: 'x'}]) await timed(() => 1, bad as never).catch((e) => console.log(e.name, e.message));
console.log(defaultRuntime.scheduler.armed, defaultRuntime.executor.queued);
await timed(() => 1, {}).then(console.log);
const i = timed(async (ctx) => { for (let k = 0; k < 5; k++) { await new Promise(r => setTimeout(r, 15)); ctx.progress(); } await new Promise(r => setTimeout(r, 100)); }, { idle: 30 });
await i.catch(e => console.log(e.message, e.elapsedMs));
