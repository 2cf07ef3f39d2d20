import type { Ports, Transport } from '../children/transports.ts';
import { runChild } from '../runner/child.ts';
import type { Report } from '../runner/figure.ts';
import type { Row } from '../runner/row.ts';

interface ClientAnswer {
  readonly deadlines: Record<string, string>;
  readonly timedOut: readonly string[];
  readonly failed: number;
}

const transports: readonly Transport[] = ['tcp', 'http', 'fetch', 'fetch-gzip'];
const impls = ['ours', 'race'];
/** In time: the server had finished writing so long before the deadline. */
const margin = 5_000_000n;

interface Tally {
  inTime: number;
  wrong: number;
}

async function runClient(impl: string, transport: Transport, ports: Ports, client: string, requests: number) {
  const tally: Tally = { inTime: 0, wrong: 0 };
  const input = { impl, transport, ports, client, requests };
  const answer = await runChild<ClientAnswer>('load-client', input, { limit: 300_000 });
  if (!answer) throw new Error(`expected the load test ${transport} with ${impl} to end within 300 s`);
  if (answer.failed > 0) throw new Error(`expected no failed request of ${transport}, got ${answer.failed}`);
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
async function enough(impl: string, transport: Transport, ports: Ports, wanted: number): Promise<Tally> {
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

function reportTally(report: Report, impl: string, transport: Transport, { inTime, wrong }: Tally): void {
  const name = `false-timeouts/${transport}`;
  if (transport === 'fetch-gzip') report({ name, impl, value: wrong / inTime, unit: 'share' });
  else report({ name, impl, value: wrong, unit: 'count' });
  report({ name: `${name}/in-time`, impl, value: inTime, unit: 'count' });
}

/** Responses that were there in time and yet reported as a timeout, while the loop is blocked now and then. */
export const falseTimeouts: Row = {
  steps: () => transports.length,
  async run(report, quick, step) {
    const ended = new AbortController();
    let server: Promise<unknown> | undefined;
    const ports = await new Promise<Ports>((resolve, reject) => {
      const onLine = (line: string) => resolve(JSON.parse(line) as Ports);
      server = runChild('load-server', {}, { onLine, signal: ended.signal, limit: 3_600_000 });
      server.catch(reject);
    });
    try {
      for (const transport of transports) {
        step(`false-timeouts/${transport}`);
        // Beside each other: a blocked loop sleeps here, so neither takes the other's processor.
        const run = (impl: string) => enough(impl, transport, ports, quick ? 150 : 5000);
        const tallies = await Promise.all(impls.map(run));
        for (const [i, impl] of impls.entries()) {
          reportTally(report, impl, transport, tallies[i] ?? { inTime: 0, wrong: 0 });
        }
      }
    } finally {
      ended.abort();
      await server;
    }
  },
};
