// Runs the suites in the runtime that runs this file, and writes what came of them, as JSON, to the file named first. Started by run.mjs.
import { writeFileSync } from 'node:fs';
import { askBySocket } from './ask-by-socket.js';
import { factsOf } from './facts.js';
import { runSuites } from './run-cases.js';
import { withProcess } from './suites.js';

const [file, server, what] = process.argv.slice(2);
const result = what === 'facts' ? await factsOf({ server, askBySocket }) : await runSuites(withProcess, { server });
writeFileSync(file, JSON.stringify(result));
