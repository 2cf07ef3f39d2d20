import type { Ports, Transport } from '../children/transports.ts';
import { runChild } from '../runner/child.ts';

interface ClientAnswer {
  readonly deadlines: Record<string, string>;
  readonly timedOut: readonly string[];
  readonly failures: readonly string[];
}

/** In time: the server had finished writing so many ns before the deadline. */
const margin = 5_000_000n;

/** How many responses were there in time, and how many of those were reported as a timeout. */
export interface Tally {
  inTime: number;
  wrong: number;
}

async function runClient(impl: string, transport: Transport, ports: Ports, client: string, requests: number) {
  const tally: Tally = { inTime: 0, wrong: 0 };
  const input = { impl, transport, ports, client, requests };
  const answer = await runChild<ClientAnswer>('load-client', input, { limit: 300_000 });
  if (!answer) throw new Error('expected the client of the load test to end within 300 s');
  const { failures } = answer;
  if (failures.length > 0) {
    throw new Error(`expected no failed request, got ${failures.length} of ${requests}, first: ${failures[0]}`);
  }
  const response = await fetch(`http://127.0.0.1:${ports.http}/stamps?client=${client}`);
  const stamps = (await response.json()) as Record<string, string>;
  const timedOut = new Set(answer.timedOut);
  for (const [id, deadline] of Object.entries(answer.deadlines)) {
    const written = stamps[id];
    if (written === undefined || BigInt(written) + margin > BigInt(deadline)) continue;
    tally.inTime += 1;
    if (timedOut.has(id)) tally.wrong += 1;
  }
  return tally;
}

/** Runs until so many responses were in time: about two of three are. */
export async function enough(impl: string, transport: Transport, ports: Ports, wanted: number): Promise<Tally> {
  const tally: Tally = { inTime: 0, wrong: 0 };
  for (let part = 0; tally.inTime < wanted; part++) {
    const client = `${impl}${transport}${part}`.replaceAll('-', '');
    const requests = Math.ceil((wanted - tally.inTime) * 1.8) + 50;
    const { inTime, wrong } = await runClient(impl, transport, ports, client, requests);
    tally.inTime += inTime;
    tally.wrong += wrong;
  }
  return tally;
}
