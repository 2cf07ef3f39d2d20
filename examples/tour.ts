// A tour of timed-operation on real sockets: `npm start`. Every call is made twice at the same moment, once through `timed` and once
// through Promise.race with a timer, against a server in another process. Nothing is mocked, and the server's own clock is the judge.
import { getEventListeners } from 'node:events';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { defaultRuntime } from 'timed-operation';
import { arcusTour } from './tour/arcus.ts';
import { type Contender, Contest } from './tour/contest.ts';
import { geerpcPart } from './tour/geerpc.ts';
import { LineClient } from './tour/line-client.ts';
import { outcomeTable } from './tour/outcome-table.ts';
import { paint } from './tour/paint.ts';
import { ProgressBar } from './tour/progress-bar.ts';
import { raceTimers } from './tour/race-with-timer.ts';
import { scenarios } from './tour/scenarios.ts';
import { ServerProcess } from './tour/server-process.ts';
import { tally } from './tour/tally.ts';
import { timeline } from './tour/timeline.ts';
import { STALL, tracedOperations } from './tour/traced-operations.ts';

setTimeout(() => {
  console.error('\n  The tour should be over by now: something hangs.');
  process.exit(1);
}, 120_000).unref();

const calls = scenarios.reduce((sum, scenario) => sum + scenario.calls, 0);
console.log(`\n  ${calls.toLocaleString('en')} calls under a limit, over HTTP and TCP on loopback.\n`);

const server = await ServerProcess.start();
const client = await LineClient.open(server.linesPort);
const pinger = await LineClient.open(server.linesPort);

// One signal for all calls, as an application's shutdown would be.
const { signal } = new AbortController();
const contest = new Contest(server, client, pinger, signal);
const bar = new ProgressBar(calls);
let mostListeners = 0;

for (const scenario of scenarios) {
  for (let made = 0; made < scenario.calls; made += scenario.wave) {
    const wave = contest.wave(scenario, () => bar.step(scenario.title));
    mostListeners = Math.max(mostListeners, getEventListeners(signal, 'abort').length);
    await wave;
  }
  bar.stage(scenario.title);
}
await nextTurn();
const left = {
  requests: { ...contest.open },
  timers: { timed: defaultRuntime.scheduler.armed, race: raceTimers.set },
  listeners: getEventListeners(signal, 'abort').length,
  mostListeners,
};
const result = tally(contest.attempts, await server.written());
// What the idiom left behind is still being answered: a moment of quiet for the picture.
await sleep(300);
const traces = await tracedOperations(client, pinger);
client.close();
pinger.close();
server.stop();
bar.clear();

console.log(`
  ${verdict('timed()                   ', 'timed')}
  ${verdict('Promise.race + setTimeout ', 'race')}
  ${paint('dim', 'False: by the clock of the server, its reply was in the kernel 5 ms or more before the deadline.')}

${outcomeTable(result, left)}

  ${paint('bold', 'Seven operations, as their runtime saw them')}

${timeline(traces, STALL)}
`);
await arcusTour();
await geerpcPart();
process.exit();

function verdict(title: string, contender: Contender): string {
  const found = (count: number, what: string) =>
    paint(count === 0 ? ['green', 'bold'] : ['red', 'bold'], `${String(count).padStart(5)} ${what}`);
  const { falseTimeout } = result.total[contender];
  const { early } = result.firing[contender];
  const open = left.requests[contender];
  return `${paint('bold', title)}${found(falseTimeout, 'false timeouts')}${found(early, 'early')}${found(open, 'requests left open')}`;
}
