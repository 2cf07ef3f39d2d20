import { styleText } from 'node:util';
import type { Figure } from './figure.ts';
import { format } from './format.ts';

type Column = { readonly title: string; readonly right: boolean; cell(figure: Figure): string };

/** What stands on the other side of a ratio, with its own figure where the same row has one. */
function denominator(figure: Figure, figures: readonly Figure[]): string {
  if (figure.to === undefined) return '';
  if (figure.base !== undefined) return `${figure.to} (${format(figure.base)} ${figure.unit})`;
  const other = figures.find(({ name, impl }) => name === figure.name && impl === figure.to);
  return other?.value == null ? figure.to : `${figure.to} (${format(other.value)} ${other.unit})`;
}

/** The figures of one suite as a table for a terminal, ours in bold. */
export function figureTable(figures: readonly Figure[], stream: NodeJS.WriteStream = process.stdout): string {
  const columns: readonly Column[] = [
    { title: 'figure', right: false, cell: ({ name }) => name },
    { title: 'impl', right: false, cell: ({ impl }) => impl },
    { title: 'value', right: true, cell: ({ value }) => format(value) },
    { title: 'unit', right: false, cell: ({ unit }) => unit },
    { title: 'ratio', right: true, cell: ({ ratio }) => (ratio === undefined ? '' : format(ratio)) },
    { title: 'to', right: false, cell: (figure) => denominator(figure, figures) },
  ];
  const rows = figures.map((figure) => columns.map((column) => column.cell(figure)));
  const widths = columns.map(({ title }, i) => Math.max(title.length, ...rows.map((row) => row[i]?.length ?? 0)));
  const line = (cells: readonly string[]) =>
    cells
      .map((cell, i) => (columns[i]?.right ? cell.padStart(widths[i] ?? 0) : cell.padEnd(widths[i] ?? 0)))
      .join('  ')
      .trimEnd();
  const head = line(columns.map(({ title }) => title));
  const body = rows.map((row) => (row[1] === 'ours' ? styleText('bold', line(row), { stream }) : line(row)));
  return [styleText('underline', head, { stream }), ...body].join('\n');
}
