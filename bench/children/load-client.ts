import { loadContender } from './contender.ts';
import { answer, input } from './input.ts';
import { type Ports, type Send, type Transport, transports } from './transports.ts';

interface Input {
  readonly impl: string;
  readonly transport: Transport;
  readonly ports: Ports;
  /** Distinguishes this process for the server. */
  readonly client: string;
  readonly requests: number;
}

const { impl, transport, ports, client, requests } = input<Input>();
const connections = 24;
const limit = 100;
const { limit: limited } = await loadContender(impl);
const between = (low: number, high: number) => low + Math.floor(Math.random() * (high - low + 1));

const cell = new Int32Array(new SharedArrayBuffer(4));
/** Stops the loop without using a processor that the server or other clients need. */
const block = (ms: number) => Atomics.wait(cell, 0, 0, ms);

let inResponse: number | undefined;

/** A block of 0-120 ms, 150 ms after the last, in a timer, in an immediate, or at the next response. */
function blockAgain(): void {
  const ms = between(0, 120);
  const where = between(0, 2);
  if (where === 0) block(ms);
  else if (where === 1) setImmediate(block, ms);
  else inResponse = ms;
  setTimeout(blockAgain, 150);
}

let sent = 0;
const failures: string[] = [];
const timedOut: string[] = [];
const deadlines: Record<string, string> = {};

/** Connections and code are warm before anything counts: the first requests of a process are slow for any client. */
async function warmConnection(): Promise<Send> {
  const send = await transports[transport](ports);
  for (let i = 0; i < 10; i++) await send(`${client}-warm${i}`, 5);
  return send;
}

async function worker(send: Send): Promise<void> {
  let id = '';
  let broken = false;
  const work = async () => {
    try {
      await send(id, between(5, 135));
    } catch (error) {
      broken = true;
      failures.push(String(error));
      throw error;
    }
    if (inResponse === undefined) return;
    const ms = inResponse;
    inResponse = undefined;
    block(ms);
  };
  const call = limited(work, limit);
  while (sent < requests) {
    id = `${client}-${sent++}`;
    broken = false;
    const deadline = process.hrtime.bigint() + BigInt(limit * 1_000_000);
    try {
      await call();
    } catch {
      if (broken) continue;
      timedOut.push(id);
    }
    deadlines[id] = String(deadline);
  }
}

const sends = await Promise.all(Array.from({ length: connections }, warmConnection));
setTimeout(blockAgain, 150);
await Promise.all(sends.map(worker));
// The last late responses: the server stamps what it has written.
await new Promise((resolve) => setTimeout(resolve, 300));
await answer({ deadlines, timedOut, failures });
process.exit(0);
