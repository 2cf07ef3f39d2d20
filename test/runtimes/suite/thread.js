// Another thread: it answers after a time, whatever the thread that asked is doing.
import { blockUntil } from './checks.js';

/** Answers with the wall clock of the moment at which it did. */
function answer(ms, post) {
  blockUntil(performance.now() + ms);
  post({ sentAt: Date.now() });
}

if (typeof globalThis.postMessage === 'function') {
  globalThis.onmessage = ({ data }) => answer(data, (message) => globalThis.postMessage(message));
  globalThis.postMessage('ready');
} else {
  const { parentPort } = await import('node:worker_threads');
  parentPort.on('message', (data) => answer(data, (message) => parentPort.postMessage(message)));
  parentPort.postMessage('ready');
}
