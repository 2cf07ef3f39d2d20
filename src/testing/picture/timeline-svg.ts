import type { Failure } from '../failure.ts';
import { escapeHtml } from './escape-html.ts';
import { lanesOf, operationsOf } from './lanes.ts';

const LEFT = 110;
const STEP = 62;
const ROW = 34;

const SHORT: Readonly<Record<string, string>> = {
  WAITING_RESPONSE: 'waiting',
  RESPONSE_RECEIVED: 'received',
  timedOut: 'timed out',
};

/** The timeline: a column a step, a row a lane, and below them a strip for the state of each operation. */
export function timelineSvg({ steps, decisive }: Failure): string {
  const lanes = lanesOf(steps);
  const operations = operationsOf(steps);
  const shown = [...steps.entries()].filter(([index, step]) => step.lane !== '' || index === decisive);
  const width = LEFT + shown.length * STEP + 10;
  const top = 44;
  const height = top + (lanes.length + operations.length) * ROW + 10;
  const parts: string[] = [];
  const x = (column: number) => LEFT + column * STEP + STEP / 2;
  const y = (row: number) => top + row * ROW + ROW / 2;

  const mark = shown.findIndex(([index]) => index === decisive);
  if (mark >= 0) {
    parts.push(
      `<rect class="decisive" x="${x(mark) - STEP / 2}" y="2" width="${STEP}" height="${height - 4}" rx="6"/>`,
    );
  }
  let last = -1;
  for (const [column, [, step]] of shown.entries()) {
    if (step.at !== last) parts.push(label(x(column), 18, `${Math.round(step.at * 100) / 100} ms`, 'time'));
    last = step.at;
  }
  for (const [row, lane] of lanes.entries()) {
    parts.push(`<line class="lane" x1="${LEFT}" x2="${width - 10}" y1="${y(row)}" y2="${y(row)}"/>`);
    parts.push(label(LEFT - 12, y(row) + 4, lane, 'name'));
  }
  for (const [column, [index, step]] of shown.entries()) {
    if (step.lane === '') {
      parts.push(label(x(column), top - 6, step.label, 'word'));
      continue;
    }
    const kind = index === decisive ? 'broken' : step.deviates ? 'early' : 'plain';
    const title = `<title>${escapeHtml(step.label)}</title>`;
    parts.push(
      `<circle class="${kind}" data-step="${index}" cx="${x(column)}" cy="${y(lanes.indexOf(step.lane))}" r="8">${title}</circle>`,
    );
  }
  for (const [row, operation] of operations.entries()) {
    const line = lanes.length + row;
    parts.push(label(LEFT - 12, y(line) + 4, operation, 'name'));
    for (const [column, [, step]] of shown.entries()) {
      const state = step.states[operation];
      if (state === undefined) continue;
      const box = `x="${x(column) - STEP / 2}" y="${y(line) - 11}" width="${STEP}" height="22"`;
      parts.push(
        `<rect class="state ${escapeHtml(state)}" ${box}><title>${escapeHtml(`${operation}: ${state}`)}</title></rect>`,
      );
      const before = shown[column - 1]?.[1].states[operation];
      if (state !== before) parts.push(label(x(column), y(line) + 4, short(state), 'word'));
    }
  }
  const what = `Timeline of ${shown.length} steps in ${lanes.length} lanes`;
  return `<svg role="img" aria-label="${what}" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${parts.join('')}</svg>`;
}

function label(x: number, y: number, text: string, kind: string): string {
  return `<text class="${kind}" x="${x}" y="${y}">${escapeHtml(text)}</text>`;
}

function short(state: string): string {
  return SHORT[state] ?? state.toLowerCase();
}
