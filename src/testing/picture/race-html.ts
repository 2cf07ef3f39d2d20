import type { Failure } from '../failure.ts';
import type { TraceStep } from '../trace.ts';
import { escapeHtml } from './escape-html.ts';
import { PAGE_SCRIPT } from './page-script.ts';
import { PAGE_STYLE } from './page-style.ts';
import { timelineSvg } from './timeline-svg.ts';

/** A run as one HTML page that needs nothing else: a timeline, and every step with what came of it. */
export function raceHtml(failure: Failure): string {
  const { probe, rule, message, token, deviations, strategy, foundAfter, steps, decisive } = failure;
  const list = [...steps.entries()]
    .filter(([index, step]) => step.lane !== '' || step.notes.length > 0 || index === decisive)
    .map(([index, step]) => row(index, step, index === decisive))
    .join('\n');
  const title = escapeHtml(`${probe}: ${rule}`);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<link rel="icon" href="data:,">
<style>${PAGE_STYLE}</style>
</head>
<body>
<main>
<h1>${escapeHtml(probe)}</h1>
<p class="broken-rule">${escapeHtml(`${rule}: ${message}`)}</p>
<p class="soft">Found by ${escapeHtml(strategy)} after ${foundAfter} schedules; ${deviations} steps out of their natural order.
Replay with <code>${escapeHtml(token)}</code></p>
<p><a id="to-decisive" href="#decisive">Go to the decisive step</a></p>
<h2>Timeline</h2>
<div class="scroll" tabindex="0" role="region" aria-label="Timeline">${timelineSvg(failure)}</div>
<h2>Steps</h2>
<ol>
${list}
</ol>
</main>
<script>${PAGE_SCRIPT}</script>
</body>
</html>
`;
}

function row(index: number, step: TraceStep, decisive: boolean): string {
  const kind = decisive ? 'decisive' : step.deviates ? 'early' : '';
  const tag = decisive
    ? ' <span class="tag">rule broken here</span>'
    : step.deviates
      ? ' <span class="tag">out of order</span>'
      : '';
  const notes = step.notes
    .map((note) => (note.operation === '' ? note.text : `${note.operation}: ${note.text}`))
    .join(', ');
  const cells = [
    `<span>${Math.round(step.at * 1000) / 1000} ms</span>`,
    `<span class="lane">${escapeHtml(step.lane)}</span>`,
    `<span>${escapeHtml(step.label)}${tag}</span>`,
    `<span class="what">${escapeHtml(notes)}</span>`,
  ];
  return `<li class="${kind}"${decisive ? ' id="decisive"' : ''}><button type="button" data-step="${index}">${cells.join('')}</button></li>`;
}
