// The cache client against a server that falls silent on one connection: timeouts, replacement, recovery. Real sockets, real time.
import { setTimeout as sleep } from 'node:timers/promises';
import { after, defaultRuntime, isTimeoutError } from 'timed-operation';
import { createArcusClient, type NodeStateChange } from 'timed-operation/arcus';
import { ArcusServer } from 'timed-operation/arcus/testing';
import { paint } from './paint.ts';

const LIMIT_MS = 60;
const EVERY_MS = 50;
const HANGS_AT_MS = 400;
const ENDS_AT_MS = 2_800;
const TITLE = 20;
const WIDTH = 70;

interface Call {
  readonly key: string;
  readonly endMs: number;
  readonly error: unknown;
  readonly wrong: boolean;
}

/** Prints a client that asks every 50 ms, while the server stops answering on its first connection. */
export async function arcusTour(): Promise<void> {
  const server = await ArcusServer.listen({ scheduler: { after: (ms, task) => after(defaultRuntime, ms, task) } });
  const start = performance.now();
  const changes: (NodeStateChange & { readonly atMs: number })[] = [];
  const client = createArcusClient({
    address: server.address,
    operationTimeout: LIMIT_MS,
    onNodeState: (change) => changes.push({ ...change, atMs: performance.now() - start }),
  });
  for (let key = 0; key < 100; key++) await client.kv.set(`key:${key}`, `value ${key}`, { timeout: 1_000 });

  const calls: Promise<Call>[] = [];
  let hangsAtMs = 0;
  for (let number = 0; performance.now() - start < ENDS_AT_MS; number++) {
    if (hangsAtMs === 0 && performance.now() - start >= HANGS_AT_MS) {
      hangsAtMs = performance.now() - start;
      server.inject({ kind: 'hang' }, { connection: 1 });
    }
    calls.push(ask(`key:${number % 100}`, `value ${number % 100}`));
    await sleep(EVERY_MS);
  }
  const ended = await Promise.all(calls);
  await client.close();
  await server.close();
  console.log(`  ${paint('bold', `A cache client, a get every ${EVERY_MS} ms, and a connection that falls silent`)}\n`);
  console.log(`${picture(ended, changes, hangsAtMs)}\n\n${figures(ended, changes)}\n`);

  async function ask(key: string, expected: string): Promise<Call> {
    let error: unknown;
    let value: unknown = expected;
    try {
      value = await client.kv.get(key);
    } catch (reason) {
      error = reason;
    }
    return { key, endMs: performance.now() - start, error, wrong: value !== expected };
  }
}

type Changes = readonly (NodeStateChange & { readonly atMs: number })[];

function picture(calls: readonly Call[], changes: Changes, hangsAtMs: number): string {
  const column = (ms: number) => Math.min(WIDTH - 1, Math.round((ms / ENDS_AT_MS) * (WIDTH - 1)));
  const row = (title: string, draw: (cells: string[]) => void) => {
    const cells = new Array<string>(WIDTH).fill(' ');
    draw(cells);
    return `  ${title.padEnd(TITLE)}${cells.join('').trimEnd()}`;
  };
  const marks = (wanted: boolean, sign: string) => (cells: string[]) => {
    for (const { endMs, error } of calls) if ((error === undefined) === wanted) cells[column(endMs)] = sign;
  };
  const connected = changes.filter(({ state }) => state === 'connected').map(({ atMs }) => atMs);
  const lost = changes.filter(({ previous }) => previous === 'connected').map(({ atMs }) => atMs);
  const connection = (index: number) => (cells: string[]) =>
    cells.fill(paint('cyan', '━'), column(connected[index] ?? ENDS_AT_MS), column(lost[index] ?? ENDS_AT_MS) + 1);
  const axis = (cells: string[]) => {
    for (let ms = 0; ms < ENDS_AT_MS; ms += 400) cells.splice(column(ms), String(ms).length, ...String(ms));
  };
  return [
    paint('dim', row('                 ms', axis)),
    row('server silent on 1', (cells) => cells.fill(paint('yellow', '▀'), column(hangsAtMs), column(ENDS_AT_MS) + 1)),
    ...connected.map((_, index) => row(`connection ${index + 1}`, connection(index))),
    row('answered', marks(true, paint('green', '✔'))),
    row('timed out, cancelled', marks(false, paint('red', '✖'))),
  ].join('\n');
}

function figures(calls: readonly Call[], changes: Changes): string {
  const timeouts = calls.filter(({ error }) => isTimeoutError(error));
  const wrong = calls.filter((call) => call.error === undefined && call.wrong).length;
  const lost = changes.find(({ previous, state }) => previous === 'connected' && state !== 'closed');
  const again = changes.find(({ state, atMs }) => state === 'connected' && atMs > (lost?.atMs ?? 0));
  const sinceFirst = (lost?.atMs ?? 0) - (timeouts[0]?.endMs ?? 0);
  return [
    `  ${calls.length} gets: ${calls.length - calls.filter(({ error }) => error).length} answered, ${timeouts.length} timed out, ` +
      `${paint(wrong === 0 ? ['green', 'bold'] : ['red', 'bold'], `${wrong} with another's value`)}`,
    `  given up ${sinceFirst.toFixed(0)} ms after the first timeout: ${lost?.cause instanceof Error ? lost.cause.message : 'never'}`,
    `  connected again ${((again?.atMs ?? 0) - (lost?.atMs ?? 0)).toFixed(1)} ms later`,
    paint('dim', `  ${timeouts.at(-1)?.error ?? ''}`),
  ].join('\n');
}
