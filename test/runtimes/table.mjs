/** Cells in columns: the first column at the left, the others at the right. The first line is the heads. */
export function tableOf(lines) {
  const widths = lines[0].map((_, column) => Math.max(...lines.map((line) => String(line[column]).length)));
  const padded = (cell, column) =>
    column === 0 ? String(cell).padEnd(widths[0]) : String(cell).padStart(widths[column]);
  return lines.map((line) => line.map(padded).join('  ')).join('\n');
}

/** A row for each runtime, a column for each suite; in a cell how many cases passed, and how many failed if any did. */
export function resultsTable(runs) {
  const suites = [...new Set(runs.flatMap(({ result }) => Object.keys(result)))];
  const rows = runs.map(({ name, version, result }) => [
    `${name} ${version}`,
    ...suites.map((suite) => (suite in result ? cellOf(result[suite]) : '-')),
    cellOf(Object.values(result).flat()),
  ]);
  return tableOf([['runtime', ...suites, 'total'], ...rows]);
}

/** A row for each fact, a column for each runtime. */
export function factsTable(runs) {
  const facts = [...new Set(runs.flatMap(({ result }) => Object.keys(result)))];
  const rows = facts.map((fact) => [fact, ...runs.map(({ result }) => result[fact] ?? '-')]);
  return tableOf([['fact', ...runs.map(({ name }) => name)], ...rows]);
}

function cellOf(results) {
  const failed = results.filter(({ error }) => error !== undefined).length;
  return failed === 0 ? `${results.length}` : `${results.length - failed} +${failed} failed`;
}
