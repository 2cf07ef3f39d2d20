/** A case that takes longer than this hangs: ms. */
const HANGS_MS = 30_000;

/** Loads and runs suites, one after the other. Returns, for each, its cases: each with its error if it has failed. */
export async function runSuites(suites, context) {
  const results = {};
  for (const [name, load] of Object.entries(suites)) results[name] = await runCases(await load(), context);
  return results;
}

async function runCases(cases, context) {
  const results = [];
  for (const [name, run] of Object.entries(cases)) {
    results.push({ name, error: await errorOf(run, context) });
  }
  return results;
}

async function errorOf(run, context) {
  let timer;
  const hangs = new Promise((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`It did not end within ${HANGS_MS} ms`)), HANGS_MS);
  });
  try {
    await Promise.race([run(context), hangs]);
    return undefined;
  } catch (error) {
    return error instanceof Error ? `${error.message}\n${error.stack}` : String(error);
  } finally {
    clearTimeout(timer);
  }
}
