import { gzipSync } from 'node:zlib';
import { build } from 'vite';

/** What `source` bundles to for a consumer: its minified code, and its bytes gzipped. */
export async function bundle(source: string): Promise<{ code: string; gzipped: number }> {
  const built = await build({
    configFile: false,
    logLevel: 'silent',
    resolve: { conditions: ['timed-operation-source', 'import', 'default'] },
    plugins: [
      {
        name: 'virtual-entry',
        enforce: 'pre',
        resolveId: (id) => (id === 'virtual:entry' ? '\0entry' : undefined),
        load: (id) => (id === '\0entry' ? source : undefined),
      },
    ],
    build: {
      write: false,
      minify: 'oxc',
      target: 'es2022',
      modulePreload: false,
      rollupOptions: {
        input: 'virtual:entry',
        output: { format: 'es' },
        preserveEntrySignatures: 'strict',
        external: [/^node:/, 'fast-check'],
      },
    },
  });
  const output = Array.isArray(built) ? built[0] : built;
  if (output === undefined || !('output' in output)) throw new Error('the bundler gave no output');
  const code = output.output.map((chunk) => (chunk.type === 'chunk' ? chunk.code : '')).join('\n');
  return { code, gzipped: gzipSync(code, { level: 9 }).length };
}
