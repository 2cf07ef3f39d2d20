import type { Contender } from './contest.ts';
import { paint } from './paint.ts';
import type { Outcomes, Tally } from './tally.ts';

/** What is still held when all calls are decided. */
export interface Leftovers {
  readonly requests: Record<Contender, number>;
  readonly armed: number;
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
  const pair = (title: string, timed: string, race: string) =>
    `  ${title.padEnd(TITLE + COLUMN)}  ${timed.padStart(3 * COLUMN)}   ${race.padStart(3 * COLUMN)}`;
  const { timed, race } = firing;
  return [
    paint('bold', pair('', 'timed()', 'Promise.race + setTimeout')),
    paint('dim', `  ${'The server …'.padEnd(TITLE)}${'calls'.padStart(COLUMN)}  ${group}   ${group}`),
    rule,
    ...[...rows].map(([{ title, calls }, row]) => line(title, calls, row.timed, row.race)),
    rule,
    line('', total.timed.calls, total.timed, total.race),
    '',
    pair(
      'earliest timeout, from its limit',
      offset(timed.earliestMs),
      alarm(offset(race.earliestMs), race.earliestMs < 0),
    ),
    pair('latest timeout', offset(timed.latestMs), offset(race.latestMs)),
    pair('results after their limit', String(total.timed.lateResult), String(total.race.lateResult)),
    pair('requests still open', String(left.requests.timed), alarm(String(left.requests.race), left.requests.race > 0)),
    pair('timers left', String(left.armed), '0'),
    pair('listeners left on the shared signal', `${left.listeners} (at most ${left.mostListeners})`, '–'),
  ].join('\n');
}

function offset(ms: number): string {
  return `${ms < 0 ? '−' : '+'}${Math.abs(ms).toFixed(2)} ms`;
}

function alarm(text: string, bad: boolean): string {
  const padded = text.padStart(text.length <= COLUMN ? COLUMN : 3 * COLUMN);
  return bad ? paint(['red', 'bold'], padded) : padded;
}
