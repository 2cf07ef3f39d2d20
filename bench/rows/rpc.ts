import { GoGeeRpc } from '../../test/interop/go-geerpc.ts';
import type { RpcInput } from '../children/rpc-client.ts';
import { rpcFiles } from '../rpc/names.ts';
import { runChild } from '../runner/child.ts';
import type { Report } from '../runner/figure.ts';
import { median } from '../runner/median.ts';
import { type Plan, rounds, stepsOf } from '../runner/rounds.ts';
import type { Row } from '../runner/row.ts';
import { ratioByRound } from './ratio.ts';

type Measured = { readonly wall: number; readonly cpu: number };

/** Our Go peer against itself, where Go is installed. */
async function measureGo(width: number, ms: number): Promise<number | undefined> {
  let go: GoGeeRpc;
  try {
    go = new GoGeeRpc();
  } catch {
    return undefined;
  }
  try {
    return await go.bench(`tcp@${await go.serve('tcp', '127.0.0.1:0')}`, width, ms);
  } finally {
    await go.close();
  }
}

/** One contender's client against its own server, each in a process of its own. */
async function measure(input: Omit<RpcInput, 'port'>): Promise<Measured | undefined> {
  const stop = new AbortController();
  let served: Promise<unknown> = Promise.resolve();
  const port = await new Promise<number>((resolve, reject) => {
    const onLine = (line: string) => resolve(Number(line));
    served = runChild('rpc-server', { impl: input.impl }, { onLine, signal: stop.signal });
    served.catch(reject);
  });
  try {
    return await runChild<Measured>('rpc-client', { ...input, port }, { limit: 60_000 });
  } finally {
    stop.abort();
    await served;
  }
}

function reportOurs(
  report: Report,
  name: string,
  results: ReadonlyMap<string, readonly Measured[]>,
  go?: number,
): void {
  const walls = (impl: string) => (results.get(impl) ?? []).map(({ wall }) => wall);
  for (const impl of results.keys()) {
    if (impl !== 'ours' && impl !== 'off') {
      report({ name, impl, value: walls(impl).length === 0 ? null : median(walls(impl)), unit: 'µs' });
    }
  }
  const ours = walls('ours');
  if (ours.length === 0) {
    report({ name, impl: 'ours', value: null, unit: 'µs' });
    return;
  }
  if (go !== undefined) {
    report({ name, impl: 'go', value: go, unit: 'µs' });
    report({ name, impl: 'ours', value: median(ours), unit: 'µs', ratio: median(ours) / go, to: 'go' });
  }
  for (const to of results.keys()) {
    if (to === 'ours' || to === 'off' || walls(to).length === 0) continue;
    report({ name, impl: 'ours', value: median(ours), unit: 'µs', ratio: ratioByRound(ours, walls(to)), to });
  }
}

/** Held to a bound that is near; the others are several times slower than ours. */
const closest = ['ours', 'off', 'json-floor', 'birpc'];

function planOf(width: number, quick: boolean): Plan<Measured> {
  const near = (impl: string) => closest.includes(impl);
  return {
    keys: Object.keys(rpcFiles).filter((impl) => impl !== 'off' || width > 1),
    count: (impl) => (quick ? 1 : near(impl) ? 7 : 3),
    label: (impl) => `sum/${width} ${impl}`,
    measure: (impl) => {
      const ms = msOf(quick);
      return measure({ impl, width, warmMs: ms / 2, warmMostMs: quick ? 750 : near(impl) ? 4_000 : 2_000, ms });
    },
  };
}

const msOf = (quick: boolean) => (quick ? 500 : 2_000);

/** µs for a call that adds two numbers over one connection, `width` of them under way: the whole, by the clock. */
export function sums(width: number): Row {
  const name = `sum/${width}`;
  return {
    steps: (quick) => stepsOf(planOf(width, quick)) + 1,
    async run(measuring) {
      const { report, quick, step, lost } = measuring;
      const results = await rounds(planOf(width, quick), measuring);
      step(`${name} go`);
      const go = await measureGo(width, msOf(quick)).catch((error: unknown) => {
        lost(`${name} go`, error);
        return undefined;
      });
      reportOurs(report, name, results, go);
      if (width > 1) reportDeadlines(report, `deadlines-cost/${width}`, results);
    },
  };
}

/** By the client's CPU, which the machine's other work does not touch. */
function reportDeadlines(report: Report, name: string, results: ReadonlyMap<string, readonly Measured[]>): void {
  const cpu = (impl: string) => (results.get(impl) ?? []).map((each) => each.cpu);
  const ratio = ratioByRound(cpu('ours'), cpu('off'));
  report({ name, impl: 'off', value: median(cpu('off')), unit: 'µs' });
  report({ name, impl: 'ours', value: median(cpu('ours')), unit: 'µs', ratio, to: 'off' });
}
