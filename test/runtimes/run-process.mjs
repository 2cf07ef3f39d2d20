import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** How long all suites together may take before the runtime counts as hanging: ms. */
const HANGS_MS = 600_000;

/** Runs the suites of a consumer's folder in one runtime, or measures its facts. Returns its version, and what came of it. */
export async function runProcess({ name, command, flags }, folder, server, what) {
  if (command === undefined) throw new Error(`${name} is not installed: run npm ci in test/runtimes`);
  const version = (await output(command, ['--version'], folder)).match(/\d+\.\d+\.\d+/)?.[0] ?? 'unknown';
  const report = join(folder, `${name}.json`);
  await output(command, [...flags, join(folder, 'suite', 'main.js'), report, server, what], folder);
  return { version, result: JSON.parse(readFileSync(report, 'utf8')) };
}

/** What a command prints; rejects with all of it unless it ends, by itself, with 0. */
function output(command, args, cwd) {
  const env = { ...process.env, DENO_NO_UPDATE_CHECK: '1', NO_COLOR: '1' };
  const child = spawn(command, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
  const timer = setTimeout(() => child.kill('SIGKILL'), HANGS_MS);
  let text = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (part) => {
      text += part;
    });
  }
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code, signal) => {
      clearTimeout(timer);
      if (code === 0) resolve(text);
      else reject(new Error(`${command} ended with ${code ?? signal}:\n${text}`));
    });
  });
}
