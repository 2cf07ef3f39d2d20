import { GoGeeRpc } from '../../test/interop/go-geerpc.ts';
import type { RpcInput } from '../children/rpc-client.ts';
import { rpcFiles } from '../rpc/names.ts';
import { runChild } from '../runner/child.ts';
import type { Report } from '../runner/figure.ts';
import { median } from '../runner/median.ts';
import { rounds } from '../runner/rounds.ts';
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
  if (go !== undefined) {
    report({ name, impl: 'go', value: go, unit: 'µs' });
    report({ name, impl: 'ours', value: median(ours), unit: 'µs', ratio: median(ours) / go, to: 'go' });
  }
  for (const to of results.keys()) {
    if (to === 'ours' || to === 'off' || walls(to).length === 0) continue;
    report({ name, impl: 'ours', value: median(ours), unit: 'µs', ratio: ratioByRound(ours, walls(to)), to });
  }
}

/** µs for a call that adds two numbers over one connection, `width` of them under way: the whole, by the clock. */
export function sums(width: number): Row {
  const impls = Object.keys(rpcFiles).filter((impl) => impl !== 'off' || width > 1);
  const roundCount = (quick: boolean) => (quick ? 1 : 7);
  return {
    steps: (quick) => impls.length * roundCount(quick) + 1,
    async run(report, quick, step) {
      const ms = quick ? 500 : 2_000;
      const results = await rounds(
        impls,
        roundCount(quick),
        (impl) => measure({ impl, width, warmMs: ms / 2, warmMostMs: quick ? 750 : 4_000, ms }),
        (impl) => step(`sum/${width} ${impl}`),
      );
      step(`sum/${width} go`);
      const go = await measureGo(width, ms);
      reportOurs(report, `sum/${width}`, results, go);
      if (width === 1) return;
      // By the client's CPU, which the machine's other work does not touch.
      const cpu = (impl: string) => (results.get(impl) ?? []).map((each) => each.cpu);
      const name = `deadlines-cost/${width}`;
      report({ name, impl: 'off', value: median(cpu('off')), unit: 'µs' });
      report({
        name,
        impl: 'ours',
        value: median(cpu('ours')),
        unit: 'µs',
        ratio: ratioByRound(cpu('ours'), cpu('off')),
        to: 'off',
      });
    },
  };
}
