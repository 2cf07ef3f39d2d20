import { spawn } from 'node:child_process';

export interface ProcessOptions {
  /** Milliseconds after which the process is ended and the answer is `undefined`; two minutes without. */
  readonly limit?: number;
  /** Called when it has written its first line, which is given (a server's port). */
  readonly onLine?: (line: string) => void;
  /** Ends the process; the answer is then `undefined`. */
  readonly signal?: AbortSignal;
}

/**
 * Runs Node with `input` as JSON behind its arguments, and returns the last line it printed, parsed.
 * Rejects with an error that begins with `name` where it ends with another code than 0 or its last line is no JSON.
 */
export function runProcess<T>(
  name: string,
  args: readonly string[],
  input: object,
  { limit = 120_000, onLine, signal }: ProcessOptions = {},
): Promise<T | undefined> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [...args, JSON.stringify(input)], { stdio: ['ignore', 'pipe', 'pipe'] });
    let out = '';
    let errors = '';
    let tooLong = false;
    const end = () => child.kill('SIGKILL');
    const timer = setTimeout(() => {
      tooLong = true;
      end();
    }, limit);
    signal?.addEventListener('abort', end, { once: true });
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      const first = !out.includes('\n') && text.includes('\n');
      out += text;
      if (first) onLine?.(out.slice(0, out.indexOf('\n')));
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      errors += text;
    });
    child.on('error', reject);
    child.on('close', (code, by) => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', end);
      if (tooLong || signal?.aborted) return resolve(undefined);
      if (code !== 0) return reject(new Error(`${name} ended with ${code ?? by}:\n${errors.trim()}`));
      try {
        resolve(JSON.parse(lastLine(out)) as T);
      } catch (cause) {
        reject(new Error(`expected ${name} to answer in JSON, got ${inShort(lastLine(out))}`, { cause }));
      }
    });
  });
}

const lastLine = (text: string): string => text.trimEnd().split('\n').at(-1) ?? '';

const inShort = (text: string): string =>
  text.length > 80 ? `${text.length} characters: ${text.slice(0, 40)} ... ${text.slice(-40)}` : `'${text}'`;
