import { explore, type Failure, formatReport, raceHtml, raceMermaid, raceTable } from 'timed-operation/testing';
import { describe, expect, test } from 'vitest';
import { pipelineMutants } from './mutants/pipeline-mutants.ts';

const mutant = pipelineMutants.find((each) => each.name === 'place freed');
const report = explore(mutant?.probe() ?? { name: 'none', setup() {} });
const failure = report.failures[0] as Failure;

describe('a failure', () => {
  test('is a table with a row for each step and a column for each lane', () => {
    const lines = raceTable(failure).split('\n');
    expect(lines[0]).toMatch(/t\s+\| net\s+\| timer\s+\| exec\s+\| what came of it/);
    expect(lines.filter((line) => line.startsWith('!'))).toHaveLength(1);
    expect(lines.filter((line) => line.startsWith('>')).length).toBe(failure.deviations);
    expect(lines.at(-1)).toBe('=> attribution: bb: it got AA instead of BB');
  });

  test('is a Mermaid diagram whose decisive step stands on a ground of its own', () => {
    const diagram = raceMermaid(failure);
    expect(diagram).toMatch(/^sequenceDiagram\n/);
    expect(diagram.match(/rect rgba/g)).toHaveLength(1);
    expect(diagram.match(/^ {2}end$/gm)).toHaveLength(1);
    expect(diagram).toContain('->>');
  });

  test('is one HTML page that asks for nothing else', () => {
    const page = raceHtml(failure);
    expect(page).not.toMatch(/(?:src|href)="(?!data:,|#)/);
    expect(page).toContain('prefers-color-scheme: dark');
    expect(page.match(/id="decisive"/g)).toHaveLength(1);
    expect(page.match(/<button /g)?.length).toBe(
      failure.steps.filter((step) => step.lane !== '' || step.notes.length > 0).length,
    );
  });

  test('shows names with a meaning in HTML as they are', () => {
    const odd = { ...failure, probe: '<b>"x"</b>', steps: failure.steps.map((step) => ({ ...step, label: '<i>&' })) };
    const page = raceHtml(odd);
    expect(page).not.toContain('<i>');
    expect(page).toContain('&lt;b&gt;&quot;x&quot;&lt;/b&gt;');
  });

  test('comes with its table, and its token', () => {
    const text = formatReport(report);
    expect(text).toContain(raceTable(failure));
    expect(text).toContain(failure.token);
    expect(text).toContain('stopped at the first failure');
  });

  test('comes with a legend of what its table is made of', () => {
    const text = formatReport(report);
    const legend = text.slice(text.indexOf(raceTable(failure)) + raceTable(failure).length);
    for (const explained of ['> *taken out of', '! *where the rule broke', 'wins: ', 'refused ', 'bytes'])
      expect(legend).toMatch(new RegExp(explained));
  });

  test('shows what the probe itself has to say, at its step', () => {
    const { failures } = explore({
      name: 'notes',
      setup(world) {
        world.note('the server is asleep');
        world.anytime('wake', () => {
          world.note('it wakes');
          world.unreachable('awake');
        });
      },
    });
    const table = raceTable(failures[0] as Failure);
    expect(table).toMatch(/\(setup\), the server is asleep/);
    expect(table).toMatch(/wake.*it wakes/);
  });
});
