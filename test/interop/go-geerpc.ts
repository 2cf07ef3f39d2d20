import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { buildGo, type GoProgram } from './build-go.ts';

/** What a call of the Go client came to. */
export interface GoOutcome {
  readonly id: number;
  readonly value?: unknown;
  readonly error?: string;
}

export interface GoCall {
  readonly method: string;
  readonly args: unknown;
  readonly timeoutMs?: number;
}

type Child = ChildProcessByStdio<Writable, Readable, null>;

/** Our Go client and server, each in processes of their own. */
export class GoGeeRpc {
  readonly #program: GoProgram = buildGo('./geerpc');
  readonly #children: Set<Child> = new Set();

  /** Starts the Go server; returns what it listens at. */
  async serve(network: string, address: string, mode: 'serve' | 'serve-http' = 'serve'): Promise<string> {
    return firstLine(this.#start(mode, network, address));
  }

  /** Makes all calls at once over one connection of the Go client. Returns the outcomes in the order in which they came. */
  call(address: string, handleTimeout: string, calls: readonly GoCall[]): Promise<GoOutcome[]> {
    const child = this.#start('call', address, handleTimeout);
    calls.forEach(({ method, args, timeoutMs = 0 }, id) => {
      child.stdin.write(`${JSON.stringify({ ID: id, Method: method, Args: args, TimeoutMs: timeoutMs })}\n`);
    });
    return new Promise((resolve) => {
      const outcomes: GoOutcome[] = [];
      createInterface({ input: child.stdout }).on('line', (line) => {
        outcomes.push(JSON.parse(line) as GoOutcome);
        if (outcomes.length < calls.length) return;
        child.stdin.end();
        resolve(outcomes);
      });
      child.on('close', () => resolve(outcomes));
    });
  }

  /** Makes `count` connections with one call each, right behind the Option. Returns how many were answered rightly. */
  async fresh(address: string, count: number): Promise<number> {
    return Number(await firstLine(this.#start('fresh', address, String(count))));
  }

  /** µs of a call of the Go client, `width` of them under way. */
  async bench(address: string, width: number, ms: number): Promise<number> {
    return Number(await firstLine(this.#start('bench', address, String(width), String(ms))));
  }

  async close(): Promise<void> {
    await Promise.all(
      [...this.#children].map((child) => {
        const closed = once(child, 'close');
        child.kill('SIGKILL');
        return closed;
      }),
    );
    this.#program.remove();
  }

  #start(...args: string[]): Child {
    const child = spawn(this.#program.binary, args, { stdio: ['pipe', 'pipe', 'inherit'] });
    this.#children.add(child);
    child.on('close', () => this.#children.delete(child));
    child.stdin.on('error', () => undefined);
    return child;
  }
}

/** What a program prints first. Rejects when it ends without. */
function firstLine(child: Child): Promise<string> {
  return new Promise((resolve, reject) => {
    createInterface({ input: child.stdout }).once('line', resolve);
    child.once('close', (code) => reject(new Error(`expected a line of the Go program, which ended with ${code}`)));
  });
}
