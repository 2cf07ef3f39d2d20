import type { ServedMethod } from './registry.ts';
import type { ServerState } from './server-state.ts';

const COLUMNS = ['Method', 'Calls', 'Errors', 'Timeouts', 'In flight', 'p50 ms', 'p90 ms', 'p99 ms'];

/** The page at `/debug/geerpc`: each service with its methods and what became of their calls. */
export function debugPage({ registry, connections, abandoned, late }: ServerState): string {
  const tables = [...registry.services].map(([name, methods]) => serviceTable(name, methods));
  return `<!DOCTYPE html>
<html lang="en">
<title>GeeRPC services</title>
<style>body { font: 15px system-ui; margin: 2em } td, th { padding: .3em .8em; text-align: right } td:first-child, th:first-child { text-align: left } tr:nth-child(even) { background: #8881 }</style>
<h1>GeeRPC services</h1>
<p>${connections.size} connections. Handlers that ran past their request: ${abandoned} running, ${late} ended.</p>
${tables.join('\n')}
</html>
`;
}

function serviceTable(name: string, methods: readonly ServedMethod[]): string {
  const head = COLUMNS.map((column) => `<th>${column}</th>`).join('');
  return `<h2>Service ${escaped(name)}</h2>\n<table>\n<tr>${head}</tr>\n${methods.map(methodRow).join('\n')}\n</table>`;
}

function methodRow({ name, args, reply, calls, errors, timeouts, inFlight, latency }: ServedMethod): string {
  const percentiles = [0.5, 0.9, 0.99].map((share) => latency.percentile(share)?.toPrecision(3) ?? '-');
  const cells = [`${name}(${args.text}, ${reply.text}) error`, calls, errors, timeouts, inFlight, ...percentiles];
  return `<tr>${cells.map((cell) => `<td>${escaped(String(cell))}</td>`).join('')}</tr>`;
}

function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (char) => `&#${char.charCodeAt(0)};`);
}
