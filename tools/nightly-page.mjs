// What `.ci/nightly` gave, as the part of `docs/nightly.md` that it writes itself:
//   node tools/nightly-page.mjs FOLDER NAME... < docs/nightly.md > page
// FOLDER holds `steps` (a line for each: name, seconds, what it gave, with tabs between) and the JSON reports of the steps that are tests.
// Each NAME is a setting of the environment that the page tells.
import { existsSync, readFileSync } from 'node:fs';
import { arch, availableParallelism, release, type } from 'node:os';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';

const begin = '<!-- written by .ci/nightly -->';
const end = '<!-- end of what .ci/nightly wrote -->';

/** Puts what was written between the two marks of a page, which it keeps. */
export function written(page, text) {
  const from = page.indexOf(begin);
  const to = page.indexOf(end);
  if (from === -1 || to < from) throw new Error(`expected the page to hold '${begin}' and then '${end}'`);
  return `${page.slice(0, from + begin.length)}\n\n${text}\n\n${page.slice(to)}`;
}

/** The table of all steps; a step of several test files has a row for each of them, too. */
export function table(steps, reportOf) {
  const rows = steps.flatMap(({ name, seconds, gave }) => [
    row(name, seconds, gave, ''),
    ...filesOf(reportOf(name)).map((file) => row(`· \`${file.name}\``, file.seconds, file.gave, file.longest)),
  ]);
  return ['| step | took | gave | the longest of it |', '|---|---|---|---|', ...rows].join('\n');
}

const row = (name, seconds, gave, longest) =>
  `| ${name} | ${Math.round(seconds).toLocaleString('en-US')} s | ${gave} | ${longest.replaceAll('|', '\\|')} |`;

function filesOf(report) {
  return (report?.testResults ?? []).map(({ name, assertionResults: tests, startTime, endTime }) => {
    const failed = tests.filter(({ status }) => status === 'failed').length;
    const passed = tests.filter(({ status }) => status === 'passed').length;
    const [slowest] = [...tests].sort((a, b) => (b.duration ?? 0) - (a.duration ?? 0));
    return {
      name: basename(name).replace(/\.test\.ts$/, ''),
      seconds: (endTime - startTime) / 1000,
      gave: failed > 0 ? `${passed} passed, **${failed} failed**` : `${passed} passed`,
      longest: slowest && slowest.duration > 1000 ? `${slowest.title} (${Math.round(slowest.duration / 1000)} s)` : '',
    };
  });
}

function main([folder, ...settings]) {
  const lines = readFileSync(join(folder, 'steps'), 'utf8').trimEnd().split('\n');
  const steps = lines.map((line) => {
    const [name, seconds, gave] = line.split('\t');
    return { name, seconds: Number(seconds), gave };
  });
  const reportOf = (name) => {
    const file = join(folder, `${name}.json`);
    return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
  };
  const minutes = Math.round(steps.reduce((sum, { seconds }) => sum + seconds, 0) / 60);
  const machine = `Node ${process.versions.node}, ${type()} ${release().split('-')[0]}, ${arch()}, ${availableParallelism()} cores`;
  const set = settings.map((name) => `\`${name}=${process.env[name]}\``).join(', ');
  const about = `${new Date().toISOString().slice(0, 10)}, ${minutes} minutes in all, ${machine}. Settings: ${set}.`;
  process.stdout.write(written(readFileSync(0, 'utf8'), `${about}\n\n${table(steps, reportOf)}`));
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href)
  main(process.argv.slice(2));
