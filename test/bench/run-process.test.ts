import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { runProcess } from '../../bench/runner/process.ts';

const folder = mkdtempSync(join(tmpdir(), 'bench-process-'));
afterAll(() => rmSync(folder, { recursive: true }));

const url = (file: string) => pathToFileURL(file).href;
const children = url('bench/children/input.ts');
let written = 0;

/** Runs `script`, which may import the benchmark's TypeScript. */
function run(script: string, options: { limit?: number; onLine?: (line: string) => void } = {}) {
  const file = join(folder, `${written++}.mjs`);
  writeFileSync(file, script);
  return runProcess('a child', ['--no-warnings', '--import', url('tools/ts.mjs'), file], { given: 7 }, options);
}

describe('a process of the benchmark', () => {
  it('gets its input, and its answer comes whole however long it is', async () => {
    const script = `
      import { answer, input } from '${children}';
      await answer({ given: input().given, text: 'x'.repeat(8_000_000) });
      process.exit(0);`;
    const { given, text } = (await run(script)) as { given: number; text: string };
    expect([given, text.length]).toEqual([7, 8_000_000]);
  });

  it('says what its child wrote to stderr when that fails', async () => {
    await expect(run('console.error("out of luck"); process.exit(3)')).rejects.toThrow(
      'a child ended with 3:\nout of luck',
    );
  });

  it('names the signal that ended its child', async () => {
    await expect(run('process.kill(process.pid, "SIGTERM"); setInterval(() => {}, 1000)')).rejects.toThrow(
      'a child ended with SIGTERM',
    );
  });

  it('rejects with what came where that is no JSON, however long', async () => {
    await expect(run('console.log("{\\"cut")')).rejects.toThrow(`expected a child to answer in JSON, got '{"cut'`);
    await expect(run('console.log("[".repeat(1000))')).rejects.toThrow(/got 1000 characters: \[{40} \.\.\. \[{40}$/);
  });

  it('has no answer where its child takes too long', async () => {
    expect(await run('setInterval(() => {}, 1000)', { limit: 300 })).toBeUndefined();
  });

  it('hands on the first line, also when it comes in two pieces', async () => {
    const lines: string[] = [];
    const script = `process.stdout.write('12', () => setTimeout(() => console.log('34\\n{"last":1}'), 100))`;
    expect(await run(script, { onLine: (line) => lines.push(line) })).toEqual({ last: 1 });
    expect(lines).toEqual(['1234']);
  });
});
