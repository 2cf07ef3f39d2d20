import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { transformWithOxc } from 'vite';

/** Strips the types of our own `.ts` files while they load; packages are left alone. */
export async function load(url, context, next) {
  if (!url.startsWith('file:') || !url.endsWith('.ts') || url.includes('/node_modules/')) return next(url, context);
  const file = fileURLToPath(url);
  const { code, map } = await transformWithOxc(await readFile(file, 'utf8'), file, { sourcemap: true });
  const data = Buffer.from(JSON.stringify(map)).toString('base64');
  const source = `${code}\n//# sourceMappingURL=data:application/json;base64,${data}`;
  return { format: 'module', shortCircuit: true, source };
}
