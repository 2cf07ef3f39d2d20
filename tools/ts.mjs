// `node -C timed-operation-source --import ./tools/ts.mjs FILE.ts`: runs TypeScript on Node 20, which strips no types.
import { register } from 'node:module';

register('./ts-hooks.mjs', import.meta.url);
