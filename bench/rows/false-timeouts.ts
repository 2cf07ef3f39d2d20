import type { Ports, Transport } from '../children/transports.ts';
import { runChild } from '../runner/child.ts';
import type { Report } from '../runner/figure.ts';
import { rounds, type Watcher } from '../runner/rounds.ts';
import type { Row } from '../runner/row.ts';
import { enough, type Tally } from './load-tally.ts';

const transports: readonly Transport[] = ['tcp', 'http', 'fetch', 'fetch-gzip'];
const impls = ['ours', 'race'];

function reportTally(report: Report, impl: string, transport: Transport, tally: Tally | undefined): void {
  const name = `false-timeouts/${transport}`;
  const { inTime, wrong } = tally ?? { inTime: Number.NaN, wrong: Number.NaN };
  if (transport === 'fetch-gzip') report({ name, impl, value: wrong / inTime, unit: 'share' });
  else report({ name, impl, value: wrong, unit: 'count' });
  report({ name: `${name}/in-time`, impl, value: inTime, unit: 'count' });
}

/** Starts the server, hands its ports to `use`, and ends it. */
async function withServer(use: (ports: Ports) => Promise<void>): Promise<void> {
  const ended = new AbortController();
  let server: Promise<unknown> | undefined;
  const ports = await new Promise<Ports>((resolve, reject) => {
    const onLine = (line: string) => resolve(JSON.parse(line) as Ports);
    server = runChild('load-server', {}, { onLine, signal: ended.signal, limit: 3_600_000 });
    server.then(() => reject(new Error('expected the load server to say its ports')), reject);
  });
  try {
    await use(ports);
  } finally {
    ended.abort();
    await server;
  }
}

/** Ours and the native idiom beside each other: a blocked loop sleeps here, so neither takes the other's processor. */
async function tallies(transport: Transport, ports: Ports, wanted: number, { step, lost }: Watcher) {
  const name = `false-timeouts/${transport}`;
  step(name);
  const one = async (impl: string) => {
    const label = () => `${name} ${impl}`;
    const measure = () => enough(impl, transport, ports, wanted);
    const results = await rounds({ keys: [impl], count: () => 1, label, measure }, { step: () => {}, lost });
    return results.get(impl)?.[0];
  };
  return Promise.all(impls.map(one));
}

/** Responses that were there in time and yet reported as a timeout, while the loop is blocked now and then. */
export const falseTimeouts: Row = {
  steps: () => transports.length,
  run: (measuring) =>
    withServer(async (ports) => {
      for (const transport of transports) {
        const both = await tallies(transport, ports, measuring.quick ? 150 : 5000, measuring);
        for (const [i, impl] of impls.entries()) reportTally(measuring.report, impl, transport, both[i]);
      }
    }),
};
