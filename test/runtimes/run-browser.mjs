import { chromium } from 'playwright-core';

const { CHROMIUM = '/usr/bin/chromium' } = process.env;
const FLAGS = [
  '--no-sandbox',
  '--disable-quic',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
];

/** How long all suites together may take before the page counts as hanging: ms. */
const HANGS_MS = 300_000;

/** Runs the suites in Chromium, in a page or in a worker of it, or measures its facts. Returns its version, and what came of it. */
export async function runBrowser(where, url, what) {
  const browser = await chromium.launch({ executablePath: CHROMIUM, args: FLAGS });
  try {
    const page = await browser.newPage();
    const errors = [];
    page.on('pageerror', (error) => errors.push(String(error)));
    await page.goto(url);
    const result = await within(HANGS_MS, page.evaluate(where === 'page' ? inPage : inWorker, what));
    if (errors.length > 0) throw new Error(`uncaught in the page: ${errors.join('; ')}`);
    return { version: browser.version(), result };
  } finally {
    await browser.close();
  }
}

async function within(ms, promise) {
  let timer;
  const hangs = new Promise((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`The suites did not end within ${ms} ms`)), ms);
  });
  try {
    return await Promise.race([promise, hangs]);
  } finally {
    clearTimeout(timer);
  }
}

async function inPage(what) {
  const { runAnywhere } = await import('/suite/browser.js');
  return runAnywhere(location.origin, what);
}

function inWorker(what) {
  return new Promise((resolve, reject) => {
    const worker = new Worker('/suite/worker.js', { type: 'module' });
    worker.onmessage = ({ data }) => resolve(data);
    worker.onerror = ({ message }) => reject(new Error(`the worker failed: ${message}`));
    worker.postMessage(what);
  });
}
