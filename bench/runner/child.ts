import { fileURLToPath } from 'node:url';
import { type ProcessOptions, runProcess } from './process.ts';

const children = new URL('../dist/children/', import.meta.url);

/**
 * Runs `bench/children/NAME.ts`, compiled, in a process of its own and returns what it answered.
 * The source condition is not passed on: a child that imports `timed-operation` gets the built package.
 */
export function runChild<T>(name: string, input: object, options: ProcessOptions = {}): Promise<T | undefined> {
  const file = fileURLToPath(new URL(`${name}.js`, children));
  return runProcess(`bench/children/${name}.ts`, ['--expose-gc', '--no-warnings', file], input, options);
}
