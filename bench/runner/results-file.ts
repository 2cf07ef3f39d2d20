import { readFile, writeFile } from 'node:fs/promises';
import { cpus, release, totalmem, type } from 'node:os';
import type { Figure } from './figure.ts';

/** One suite's last run. */
export interface SuiteResult {
  readonly date: string;
  readonly quick: boolean;
  readonly seconds: number;
  readonly machine: {
    readonly node: string;
    readonly v8: string;
    readonly os: string;
    readonly cpu: string;
    readonly cores: number;
    readonly memoryGB: number;
  };
  readonly figures: readonly Figure[];
  /** The measurements that ended in an error; absent where all went well. */
  readonly lost?: readonly string[];
}

export type Results = Record<string, SuiteResult>;

const file = new URL('../results.json', import.meta.url);

export function machine(): SuiteResult['machine'] {
  return {
    node: process.versions.node,
    v8: process.versions.v8,
    os: `${type()} ${release().split('-')[0]}`,
    cpu: cpus()[0]?.model.trim() ?? 'unknown',
    cores: cpus().length,
    memoryGB: Math.round(totalmem() / 2 ** 30),
  };
}

export async function readResults(): Promise<Results> {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as Results;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {};
    throw error;
  }
}

/** Puts one suite's result beside those of the others. A quick run never replaces a full one: `false`, nothing written. */
export async function keepResult(name: string, result: SuiteResult): Promise<boolean> {
  const results = await readResults();
  if (result.quick && results[name]?.quick === false) return false;
  results[name] = result;
  await writeFile(file, `${JSON.stringify(results, null, 2)}\n`);
  return true;
}
