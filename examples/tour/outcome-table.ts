import type { Contender } from './contest.ts';
import { paint } from './paint.ts';
import type { Outcomes, Tally } from './tally.ts';

/** What is still held when all calls are decided. */
export interface Leftovers {
  readonly requests: Record<Contender, number>;
  readonly timers: Record<Contender, number>;
  readonly listeners: number;
  readonly mostListeners: number;
}

const TITLE = 33;
const COLUMN = 8;
const number = (value: number) => value.toLocaleString('en').padStart(COLUMN);

/** The table: outcomes of both contenders side by side, then what the timers did and what is left. */
export function outcomeTable({ rows, total, firing }: Tally, left: Leftovers): string {
  const group = 'result'.padStart(COLUMN) + 'timeout'.padStart(COLUMN) + 'false'.padStart(COLUMN);
  const counts = ({ result, timeout, falseTimeout }: Outcomes) =>
    number(result) + number(timeout) + alarm(number(falseTimeout), falseTimeout > 0);
  const line = (title: string, calls: number, timed: Outcomes, race: Outcomes) =>
    `  ${title.padEnd(TITLE)}${number(calls)}  ${counts(timed)}   ${counts(race)}`;
  const rule = paint('dim', `  ${'─'.repeat(TITLE + 7 * COLUMN + 5)}`);
  const pair = (title: string, timed: string, race: string, bad = false) =>
    `  ${title.padEnd(TITLE + COLUMN)}  ${timed.padStart(3 * COLUMN)}   ${alarm(race.padStart(3 * COLUMN), bad)}`;
  const count = (title: string, timed: number, race: number, bad = false) =>
    pair(title, String(timed), String(race), bad);
  const { timed, race } = firing;
  return [
    paint('bold', pair('', 'timed()', 'Promise.race + setTimeout')),
    paint('dim', `  ${'The server …'.padEnd(TITLE)}${'calls'.padStart(COLUMN)}  ${group}   ${group}`),
    rule,
    ...[...rows].map(([{ title, calls }, row]) => line(title, calls, row.timed, row.race)),
    rule,
    line('', total.timed.calls, total.timed, total.race),
    '',
    pair('earliest timeout, from its limit', offset(timed.earliestMs), offset(race.earliestMs), race.earliestMs < 0),
    pair('latest timeout', offset(timed.latestMs), offset(race.latestMs)),
    count('results after their limit', total.timed.lateResult, total.race.lateResult),
    count('other failures', total.timed.failure, total.race.failure),
    count('requests still open', left.requests.timed, left.requests.race, left.requests.race > 0),
    count('timers left', left.timers.timed, left.timers.race),
    pair('listeners left on the shared signal', `${left.listeners} (at most ${left.mostListeners})`, '–'),
  ].join('\n');
}

function offset(ms: number): string {
  return `${ms < 0 ? '−' : '+'}${Math.abs(ms).toFixed(2)} ms`;
}

function alarm(text: string, bad: boolean): string {
  return bad ? paint(['red', 'bold'], text) : text;
}
