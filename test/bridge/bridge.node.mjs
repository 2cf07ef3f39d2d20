// Run by `node --test`.
import { test } from 'node:test';
import { cases } from '../testing/bridge-cases.mjs';

for (const [name, run] of cases) test(name, run);
