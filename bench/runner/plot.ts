import { type Bar, type Panel, panelHeight, panelSvg, panelWidth, xml } from './plot-panel.ts';
import type { Results } from './results-file.ts';

interface Shown {
  readonly suite: string;
  readonly name: string;
  readonly title: string;
}

/** What is drawn: the figures by which one would choose, each with less being better. */
const shown: readonly Shown[] = [
  { suite: 'timed', name: 'microtask', title: 'A call that is answered at once, CPU' },
  { suite: 'timed', name: 'pending-1000', title: 'A call among 1,000 under way, CPU' },
  { suite: 'timed', name: 'burst-cpu', title: 'A call that times out, its making apart, CPU' },
  { suite: 'timed', name: 'heap-pending', title: 'Memory of a call under way' },
  { suite: 'timed', name: 'burst-block-ms/timed', title: '100,000 timeouts at once: event loop blocked' },
  { suite: 'timed', name: 'long-signal', title: 'A call with a long-lived AbortSignal, CPU' },
  { suite: 'arcus', name: 'get/64', title: 'A cache get, 64 in flight, CPU' },
  { suite: 'geerpc', name: 'sum/64', title: 'A remote call, 64 in flight' },
];

const floors = ['bare', 'promise-floor', 'raw', 'json-floor', 'off', 'unmerged'];
const labels: Readonly<Record<string, string>> = {
  ours: 'timed-operation',
  bare: 'no limit',
  off: 'ours, no limit',
  unmerged: 'ours, gets not merged',
  race: 'Promise.race',
  'any-timeout': 'AbortSignal.any',
  undici: 'undici timers',
  'promise-floor': 'floor: promises',
  raw: 'floor: bytes',
  'json-floor': 'floor: JSON lines',
  go: 'Go',
};
const kindOf = (impl: string): Bar['kind'] => (impl === 'ours' ? 'ours' : floors.includes(impl) ? 'floor' : 'peer');

const columns = 2;
const gap = 30;
const margin = 12;
const headHeight = 44;
const footHeight = 26;

/** A panel for each of those figures that there is, the least first and last who did not finish. */
function panels(results: Results): Panel[] {
  return shown.flatMap(({ suite, name, title }) => {
    const figures = (results[suite]?.figures ?? []).filter((figure) => figure.name === name);
    const values = new Map(figures.map(({ impl, value }) => [impl, value]));
    if (figures[0] === undefined || [...values.values()].every((value) => !value || value < 0)) return [];
    const bars = [...values]
      .filter(([, value]) => value === null || value > 0)
      .map(([impl, value]): Bar => ({ label: labels[impl] ?? impl, value, kind: kindOf(impl) }))
      .sort((a, b) => (a.value ?? Number.POSITIVE_INFINITY) - (b.value ?? Number.POSITIVE_INFINITY));
    // Whose CPU it is, the title says.
    return [{ title, unit: figures[0].unit.replace(' CPU', ''), bars }];
  });
}

/** When and where: once, if all suites were run on one day and machine. */
function origin(results: Results): string {
  const suites = new Set(shown.map(({ suite }) => suite));
  const runs = Object.entries(results)
    .filter(([suite]) => suites.has(suite))
    .map(([, { date, quick, machine }]) => {
      const { node, cpu, cores } = machine;
      return `${date}${quick ? ' (quick run)' : ''}, Node ${node}, ${cpu}, ${cores} cores`;
    });
  return [...new Set(runs)].join('; ');
}

function describe({ title, unit, bars }: Panel): string {
  const entries = bars.map(
    ({ label, value }) => `${label} ${value === null ? 'did not finish' : value.toPrecision(3)}`,
  );
  return `${title}, in ${unit}: ${entries.join(', ')}.`;
}

const style = `
svg { font: 12px system-ui, -apple-system, 'Segoe UI', sans-serif; }
text { fill: #1f2328; } .head { font-size: 15px; font-weight: 600; } .title { font-weight: 600; }
.tick, .note, .value.peer, .value.floor, .label.floor { fill: #59636e; } .tick { text-anchor: middle; font-size: 10px; }
.note, .value { font-size: 11px; } .label { text-anchor: end; } .label.ours, .value.ours { fill: #0550ae; font-weight: 600; } .label.floor { font-style: italic; }
.grid { stroke: #e6eaef; } rect.peer { fill: #8c959f; } rect.ours { fill: #0969da; } rect.floor { fill: none; stroke: #8c959f; }
@media (prefers-color-scheme: dark) {
text { fill: #f0f6fc; } .tick, .note, .value.peer, .value.floor, .label.floor { fill: #9198a1; } .label.ours, .value.ours { fill: #79c0ff; }
.grid { stroke: #2a313c; } rect.peer { fill: #656c76; } rect.ours { fill: #4493f8; } rect.floor { stroke: #656c76; }
}
`;

/** The last results as a picture for light and dark pages: bars in two columns. */
export function plot(results: Results): string {
  const all = panels(results);
  const drawn: string[] = [];
  let height = headHeight;
  for (let i = 0; i < all.length; i += columns) {
    const row = all.slice(i, i + columns);
    for (const [column, panel] of row.entries()) {
      const at = `translate(${margin + column * (panelWidth + gap)} ${height})`;
      drawn.push(`<g transform="${at}">\n${panelSvg(panel)}\n</g>`);
    }
    height += Math.max(...row.map(panelHeight)) + gap;
  }
  const width = columns * panelWidth + gap + 2 * margin;
  const where = xml(origin(results));
  return `<svg xmlns="http://www.w3.org/2000/svg" role="img" aria-labelledby="t d" viewBox="0 0 ${width} ${height + footHeight - gap}">
<title id="t">What a limited call costs: less is better</title>
<desc id="d">Bars on logarithmic axes. ${xml(all.map(describe).join(' '))} ${where}</desc>
<style>${style}</style>
<text class="head" x="${margin}" y="20">What a limited call costs</text>
<text class="note" x="${width - margin}" y="20" text-anchor="end">less is better; logarithmic axes; outlined: a floor, without limits</text>
${drawn.join('\n')}
<text class="note" x="${margin}" y="${height - gap + 16}">${where}</text>
</svg>
`;
}
