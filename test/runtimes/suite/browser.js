// What a page and a worker run: there is no process there.
import { factsOf } from './facts.js';
import { runSuites } from './run-cases.js';
import { anywhere } from './suites.js';

/** What came of the suites, by name; or the facts. */
export function runAnywhere(server, what) {
  return what === 'facts' ? factsOf({ server }) : runSuites(anywhere, { server });
}
