import type { Figure } from './figure.ts';
import { format } from './format.ts';
import type { Results } from './results-file.ts';

const labelWidth = 150;
const barWidth = 420;
const valueWidth = 110;
const barHeight = 14;
const rowHeight = 19;
const headHeight = 52;
const width = labelWidth + barWidth + valueWidth;

const escapeXml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

interface Panel {
  readonly title: string;
  readonly unit: string;
  readonly bars: readonly { readonly impl: string; readonly value: number }[];
}

/** A panel for every figure that at least four contenders have; each bar once, the least first. */
function panels(results: Results): Panel[] {
  const byName = new Map<string, Map<string, Figure>>();
  for (const [suite, { figures }] of Object.entries(results)) {
    for (const figure of figures) {
      const title = `${suite}: ${figure.name}`;
      const bars = byName.get(title) ?? new Map<string, Figure>();
      if (figure.value !== null && figure.value > 0) bars.set(figure.impl, figure);
      byName.set(title, bars);
    }
  }
  return [...byName]
    .filter(([, bars]) => bars.size >= 4)
    .map(([title, bars]) => ({
      title,
      unit: [...bars.values()][0]?.unit ?? '',
      bars: [...bars.values()]
        .map(({ impl, value }) => ({ impl, value: value ?? 0 }))
        .sort((a, b) => a.value - b.value),
    }));
}

/** Bars on a logarithmic axis that begins at the power of ten below the least: a peer may be a hundred times another. */
function panelSvg({ title, unit, bars }: Panel, top: number): string {
  const values = bars.map(({ value }) => value);
  const low = Math.floor(Math.log10(Math.min(...values)));
  const high = Math.max(low + 1, Math.ceil(Math.log10(Math.max(...values))));
  const x = (value: number) => labelWidth + ((Math.log10(value) - low) / (high - low)) * barWidth;
  const bottom = top + headHeight + bars.length * rowHeight;
  const parts = [
    `<text class="title" x="0" y="${top + 20}">${escapeXml(title)} (${escapeXml(unit)}, less is better)</text>`,
  ];
  for (let power = low; power <= high; power++) {
    const at = x(10 ** power).toFixed(1);
    parts.push(
      `<text class="tick" x="${at}" y="${top + 40}">${format(10 ** power)}</text>`,
      `<path class="grid" d="M${at} ${top + 45}V${bottom}"/>`,
    );
  }
  for (const [i, { impl, value }] of bars.entries()) {
    const y = top + headHeight + i * rowHeight;
    const length = Math.max(1, x(value) - labelWidth).toFixed(1);
    const text = y + barHeight - 3;
    parts.push(
      `<text class="label" x="${labelWidth - 8}" y="${text}">${escapeXml(impl)}</text>`,
      `<rect class="${impl === 'ours' ? 'ours' : 'bar'}" x="${labelWidth}" y="${y}" width="${length}" height="${barHeight}" rx="2"/>`,
      `<text x="${(x(value) + 6).toFixed(1)}" y="${text}">${format(value)}</text>`,
    );
  }
  return parts.join('\n');
}

const style = `
svg { font: 12px system-ui, sans-serif; }
text { fill: #1f2328; } .title { font-weight: 600; font-size: 14px; } .tick { text-anchor: middle; fill: #59636e; } .label { text-anchor: end; }
.grid { stroke: #d1d9e0; } .bar { fill: #8c959f; } .ours { fill: #0969da; }
@media (prefers-color-scheme: dark) { text { fill: #f0f6fc; } .tick { fill: #9198a1; } .grid { stroke: #3d444d; } .bar { fill: #656c76; } .ours { fill: #4493f8; } }
`;

/** The last results as a picture for light and dark pages. */
export function plot(results: Results): string {
  const all = panels(results);
  const tops: number[] = [];
  let height = 8;
  for (const { bars } of all) {
    tops.push(height);
    height += headHeight + bars.length * rowHeight + 24;
  }
  const leaders = all.map(({ title, unit, bars }) => {
    const ours = bars.findIndex(({ impl }) => impl === 'ours');
    const place =
      ours < 0
        ? ''
        : `, ours is number ${ours + 1} of ${bars.length}: ${format(bars[ours]?.value ?? 0)} ${unit}`;
    return `${title}${place}.`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" role="img" aria-labelledby="t d" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">
<title id="t">Benchmark figures, less is better</title>
<desc id="d">${escapeXml(`Bars on logarithmic axes. ${leaders.join(' ')}`)}</desc>
<style>${style}</style>
${all.map((panel, i) => panelSvg(panel, tops[i] ?? 0)).join('\n')}
</svg>
`;
}
