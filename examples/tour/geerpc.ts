import { setTimeout as sleep } from 'node:timers/promises';
import { createServer, dial, method, service } from 'timed-operation/geerpc';
import { int, struct } from 'timed-operation/geerpc/gob';
import { paint } from './paint.ts';
import { SilentPort } from './silent-port.ts';

const Args = struct('main.Args', { Num1: int, Num2: int });
/** The contract that both sides share; over gob, so that either could be a Go program. */
const Foo = service('Foo', { Sum: method(Args, int), Sleep: method(int, int) });

const WIDTH = 46;
const END_MS = 400;
const column = (ms: number) => Math.min(WIDTH - 1, Math.round((ms / END_MS) * (WIDTH - 1)));

interface Line {
  readonly title: string;
  readonly limitMs: number | undefined;
  readonly startMs: number;
  readonly endMs: number;
  readonly error: string | undefined;
  readonly value: unknown;
}

function picture({ title, limitMs, startMs, endMs, error, value }: Line): string {
  const cells = new Array<string>(WIDTH).fill(' ');
  cells.fill(paint('cyan', '─'), column(startMs), column(endMs));
  cells[column(startMs)] = paint('cyan', '├');
  if (limitMs !== undefined) cells[column(startMs + limitMs)] = paint('dim', '┊');
  cells[column(endMs)] = error === undefined ? paint(['green', 'bold'], '✔') : paint(['red', 'bold'], '✖');
  const took = `${(endMs - startMs).toFixed(0)} ms`.padStart(7);
  const lines = [`  ${title.padEnd(26)}${cells.join('')}${took}`];
  lines.push(paint('dim', `  ${''.padEnd(26)}${error ?? `= ${String(value)}`}`));
  return lines.join('\n');
}

/**
 * A GeeRPC server and clients on loopback, and the three timeouts of an RPC: of the dial, of the call, of the handler. Prints each as a
 * line of time, and what the server knows of them.
 */
export async function geerpcPart(): Promise<void> {
  await using server = createServer();
  const told: string[] = [];
  server.register(Foo, {
    Sum: ({ Num1, Num2 }) => Num1 + Num2,
    Sleep: (ms, { signal }) => {
      signal.addEventListener('abort', () => told.push((signal.reason as Error).name));
      return sleep(ms, ms, { signal });
    },
  });
  const { address } = await server.listen('tcp@127.0.0.1:0');
  // It accepts, and never answers CONNECT.
  await using silent = await SilentPort.open();
  await using client = await dial(address, { services: [Foo] });
  await using asking = await dial(address.replace('tcp', 'http'), { handleTimeout: 200 });
  await client.call('Foo.Sum', { Num1: 0, Num2: 0 });

  const start = performance.now();
  const watch = async (title: string, limitMs: number | undefined, work: () => Promise<unknown>): Promise<Line> => {
    const startMs = performance.now() - start;
    const line = { title, limitMs, startMs };
    try {
      const value = await work();
      return { ...line, value, error: undefined, endMs: performance.now() - start };
    } catch (error) {
      return { ...line, value: undefined, error: (error as Error).message, endMs: performance.now() - start };
    }
  };
  const { Sum, Sleep } = asking.bind(Foo);
  const lines = await Promise.all([
    watch('a call: Foo.Sum(1, 2)', undefined, () => Sum({ Num1: 1, Num2: 2 })),
    watch('dial, 300 ms', 300, () => dial(`http@127.0.0.1:${silent.port}`, { connectTimeout: 300 })),
    watch('call, 100 ms of 350', 100, () => client.call('Foo.Sleep', 350, { timeout: 100 })),
    watch('handler, 200 ms of 350', 200, () => Sleep(350)),
    watch('a call beside them', undefined, () => client.call('Foo.Sleep', 350)),
  ]);
  console.log('\n  GeeRPC: one server, plain and by HTTP CONNECT, and the three timeouts of a call.\n');
  console.log(lines.map(picture).join('\n'));
  const { late } = client.stats;
  console.log(
    `\n  The server aborted ${told.length} handler (${told.join(', ')}); the client dropped ${late} late response.`,
  );
}
