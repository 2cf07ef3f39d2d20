import { answer, input } from './input.ts';
import { loadRpc } from './rpc-contender.ts';

export interface RpcInput {
  readonly impl: string;
  readonly port: number;
  /** Calls under way at any moment. */
  readonly width: number;
  /** It warms up for that long, and then until it has made enough calls, but no longer than `warmMostMs` more. */
  readonly warmMs: number;
  readonly warmMostMs: number;
  readonly ms: number;
}

const { impl, port, width, warmMs, warmMostMs, ms } = input<RpcInput>();
/** Calls until the compiler has seen enough of the code, however slow the machine. */
const WARM_CALLS = 30_000;

const sum = await (await loadRpc(impl)).connect(port);

/** Calls for so long, and looks at every sum. Returns µs a call, and µs of this process's CPU. */
async function measure(duration: number, least = 0): Promise<{ wall: number; cpu: number }> {
  const end = performance.now() + duration;
  let calls = 0;
  const going = () => {
    const now = performance.now();
    return now < end || (calls < least && now < end + warmMostMs);
  };
  const work = async () => {
    while (going()) {
      const a = calls++;
      const value = await sum(a, 1);
      if (value !== a + 1) throw new Error(`expected ${a + 1}, got ${value}`);
    }
  };
  const cpu = process.cpuUsage();
  const from = performance.now();
  await Promise.all(Array.from({ length: width }, work));
  const wall = performance.now() - from;
  const { user, system } = process.cpuUsage(cpu);
  return { wall: (wall * 1000) / calls, cpu: (user + system) / calls };
}

await measure(warmMs, WARM_CALLS);
await answer(await measure(ms));
process.exit(0);
