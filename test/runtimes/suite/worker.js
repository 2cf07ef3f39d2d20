import { runAnywhere } from './browser.js';

globalThis.onmessage = async ({ data }) => globalThis.postMessage(await runAnywhere(globalThis.location.origin, data));
