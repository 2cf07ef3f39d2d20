import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const children = new URL('../dist/children/', import.meta.url);

export interface ChildOptions {
  /** Milliseconds after which the child is ended and the answer is `undefined`. */
  readonly limit?: number;
  /** Called when the child has written its first line, which is given (a server's port). */
  readonly onLine?: (line: string) => void;
  /** Ends the child; the answer is then `undefined`. */
  readonly signal?: AbortSignal;
}

/**
 * Runs `bench/children/NAME.ts`, compiled, in a process of its own and returns what it printed last, parsed as JSON.
 * The source condition is not passed on: a child that imports `timed-operation` gets the built package.
 */
export function runChild<T>(name: string, input: object, options: ChildOptions = {}): Promise<T | undefined> {
  const file = fileURLToPath(new URL(`${name}.js`, children));
  const flags = ['--expose-gc', '--no-warnings', file, JSON.stringify(input)];
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, flags, { stdio: ['ignore', 'pipe', 'pipe'] });
    let out = '';
    let errors = '';
    let tooLong = false;
    const end = () => child.kill('SIGKILL');
    const timer = setTimeout(() => {
      tooLong = true;
      end();
    }, options.limit ?? 120_000);
    options.signal?.addEventListener('abort', end, { once: true });
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      const first = out === '' && text.includes('\n');
      out += text;
      if (first) options.onLine?.(out.slice(0, out.indexOf('\n')));
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      errors += text;
    });
    child.on('error', reject);
    child.on('close', (code) => {
      clearTimeout(timer);
      options.signal?.removeEventListener('abort', end);
      if (tooLong || options.signal?.aborted) return resolve(undefined);
      if (code !== 0) return reject(new Error(`bench/children/${name}.ts ended with ${code}:\n${errors.trim()}`));
      const last = out.trimEnd().split('\n').at(-1) ?? '';
      resolve(JSON.parse(last) as T);
    });
  });
}
