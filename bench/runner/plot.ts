import { type Panel, panelHeight, panelSvg, panelWidth } from './plot-panel.ts';
import type { Results } from './results-file.ts';

const gap = 28;
const fewest = 6;

/** A panel for every figure that at least six contenders have, the least first. */
function panels(results: Results): Panel[] {
  const all: Panel[] = [];
  for (const [suite, { figures }] of Object.entries(results)) {
    for (const name of new Set(figures.map((figure) => figure.name))) {
      const bars = new Map<string, number>();
      let unit = '';
      for (const figure of figures) {
        if (figure.name !== name || figure.value === null || figure.value <= 0) continue;
        bars.set(figure.impl, figure.value);
        unit = figure.unit;
      }
      if (bars.size < fewest) continue;
      all.push({ title: `${suite}: ${name}`, unit, bars: [...bars].sort(([, a], [, b]) => a - b) });
    }
  }
  return all;
}

function describe({ title, unit, bars }: Panel): string {
  const place = bars.findIndex(([impl]) => impl === 'ours') + 1;
  return `${title} in ${unit}: ${place > 0 ? `ours is number ${place} of ${bars.length}` : 'without ours'}.`;
}

const style = `
svg { font: 12px system-ui, sans-serif; }
text { fill: #1f2328; } .title { font-weight: 600; } .tick { text-anchor: middle; fill: #59636e; font-size: 10px; } .label { text-anchor: end; }
.grid { stroke: #d1d9e0; } .bar { fill: #8c959f; } .ours { fill: #0969da; }
@media (prefers-color-scheme: dark) { text { fill: #f0f6fc; } .tick { fill: #9198a1; } .grid { stroke: #3d444d; } .bar { fill: #656c76; } .ours { fill: #4493f8; } }
`;

/** The last results as a picture for light and dark pages: bars in two columns, less is better everywhere. */
export function plot(results: Results): string {
  const all = panels(results);
  const drawn: string[] = [];
  let height = 0;
  for (let i = 0; i < all.length; i += 2) {
    const pair = all.slice(i, i + 2);
    for (const [column, panel] of pair.entries()) {
      const at = `translate(${column * (panelWidth + gap)} ${height})`;
      drawn.push(`<g transform="${at}">\n${panelSvg(panel)}\n</g>`);
    }
    height += Math.max(...pair.map(panelHeight)) + gap;
  }
  const width = 2 * panelWidth + gap;
  return `<svg xmlns="http://www.w3.org/2000/svg" role="img" aria-labelledby="t d" viewBox="0 0 ${width} ${height}">
<title id="t">Benchmark figures, less is better</title>
<desc id="d">Bars on logarithmic axes. ${all.map(describe).join(' ')}</desc>
<style>${style}</style>
${drawn.join('\n')}
</svg>
`;
}
