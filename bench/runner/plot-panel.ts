import { format } from './format.ts';

export interface Bar {
  readonly label: string;
  /** `null`: it did not finish. */
  readonly value: number | null;
  readonly kind: 'ours' | 'peer' | 'floor';
}

export interface Panel {
  readonly title: string;
  readonly unit: string;
  /** In the order they are drawn. */
  readonly bars: readonly Bar[];
}

const labelWidth = 122;
const barWidth = 204;
const barHeight = 12;
const rowHeight = 18;
const headHeight = 42;

/** The room at the right is for the figures beside the bars. */
export const panelWidth: number = labelWidth + barWidth + 64;
export const panelHeight = ({ bars }: Panel): number => headHeight + bars.length * rowHeight;

export const xml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** Bars on a logarithmic axis from the power of ten below the least: one peer may be a hundred times another. */
export function panelSvg({ title, unit, bars }: Panel): string {
  const values = bars.flatMap(({ value }) => value ?? []);
  const low = Math.floor(Math.log10(Math.min(...values)));
  const high = Math.max(low + 1, Math.ceil(Math.log10(Math.max(...values))));
  const x = (value: number) => labelWidth + ((Math.log10(value) - low) / (high - low)) * barWidth;
  const bottom = headHeight + bars.length * rowHeight;
  const parts = [`<text class="title" x="0" y="13">${xml(title)}</text>`];
  for (let power = low; power <= high; power++) {
    const at = x(10 ** power).toFixed(1);
    // The unit once, at the last tick: a number at an axis says little without it.
    const number = power < 3 ? format(10 ** power) : `${format(10 ** (power - 3))}k`;
    const text = power === high ? `${number} ${unit}` : number;
    parts.push(`<text class="tick" x="${at}" y="31">${xml(text)}</text>`);
    parts.push(`<path class="grid" d="M${at} 36V${bottom}"/>`);
  }
  for (const [i, { label, value, kind }] of bars.entries()) {
    const y = headHeight + i * rowHeight;
    const to = value === null ? labelWidth : x(value);
    parts.push(`<text class="label ${kind}" x="${labelWidth - 7}" y="${y + 10}">${xml(label)}</text>`);
    if (value !== null) {
      const box = `x="${labelWidth}" y="${y}" width="${Math.max(1, to - labelWidth).toFixed(1)}" height="${barHeight}"`;
      parts.push(`<rect class="${kind}" ${box} rx="2"/>`);
    }
    const text = value === null ? 'did not finish' : `${format(value)} ${unit}`;
    parts.push(`<text class="value ${kind}" x="${(to + 5).toFixed(1)}" y="${y + 10}">${xml(text)}</text>`);
  }
  return parts.join('\n');
}
