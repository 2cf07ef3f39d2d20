import { format } from './format.ts';

export interface Panel {
  readonly title: string;
  readonly unit: string;
  /** Contender and figure, in the order they are drawn. */
  readonly bars: readonly (readonly [impl: string, value: number])[];
}

const labelWidth = 116;
const barWidth = 200;
const barHeight = 13;
const rowHeight = 18;
const headHeight = 46;

/** The room at the right is for the figures beside the bars. */
export const panelWidth: number = labelWidth + barWidth + 60;
export const panelHeight = ({ bars }: Panel): number => headHeight + bars.length * rowHeight;

const xml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** Bars on a logarithmic axis from the power of ten below the least: one peer may be a hundred times another. */
export function panelSvg({ title, unit, bars }: Panel): string {
  const values = bars.map(([, value]) => value);
  const low = Math.floor(Math.log10(Math.min(...values)));
  const high = Math.max(low + 1, Math.ceil(Math.log10(Math.max(...values))));
  const length = (value: number) => ((Math.log10(value) - low) / (high - low)) * barWidth;
  const bottom = headHeight + bars.length * rowHeight;
  const parts = [`<text class="title" x="0" y="14">${xml(`${title} (${unit})`)}</text>`];
  for (let power = low; power <= high; power++) {
    const x = (labelWidth + length(10 ** power)).toFixed(1);
    parts.push(`<text class="tick" x="${x}" y="34">${format(10 ** power)}</text>`);
    parts.push(`<path class="grid" d="M${x} 39V${bottom}"/>`);
  }
  for (const [i, [impl, value]] of bars.entries()) {
    const y = headHeight + i * rowHeight;
    const to = length(value);
    const box = `x="${labelWidth}" y="${y}" width="${Math.max(1, to).toFixed(1)}" height="${barHeight}" rx="2"`;
    parts.push(`<text class="label" x="${labelWidth - 6}" y="${y + 11}">${xml(impl)}</text>`);
    parts.push(`<rect class="${impl === 'ours' ? 'ours' : 'bar'}" ${box}/>`);
    parts.push(`<text x="${(labelWidth + to + 5).toFixed(1)}" y="${y + 11}">${format(value)}</text>`);
  }
  return parts.join('\n');
}
