import { defineConfig } from 'vitest/config';

const nightly = process.env['TIMED_OPERATION_NIGHTLY'] === '1';

export default defineConfig({
  // The package is imported by its own name; this condition makes that its sources, with no build.
  ssr: { resolve: { conditions: ['timed-operation-source'] } },
  test: {
    coverage: { provider: 'v8', include: ['src/**/*.ts'], reporter: ['text', 'json-summary'] },
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['test/**/*.test.ts'],
          exclude: ['test/{property,gc,bundle,interop,packaging,runtimes,compared,bridge}/**'],
          testTimeout: 240_000,
          typecheck: { enabled: true, include: ['test/**/*.test-d.ts'], tsconfig: './tsconfig.all.json' },
        },
      },
      {
        extends: true,
        test: { name: 'property', include: ['test/property/**/*.test.ts'], testTimeout: nightly ? 3_600_000 : 900_000 },
      },
      {
        extends: true,
        test: {
          name: 'gc',
          include: ['test/gc/**/*.test.ts'],
          pool: 'forks',
          execArgv: ['--expose-gc'],
          fileParallelism: false,
          testTimeout: 240_000,
        },
      },
      {
        extends: true,
        test: { name: 'bundle', include: ['test/bundle/**/*.test.ts'], testTimeout: 240_000 },
      },
      {
        extends: true,
        test: {
          name: 'packaging',
          include: ['test/packaging/*.test.ts'],
          globalSetup: 'test/packaging/pack.ts',
          // The tests of the types share a folder.
          fileParallelism: false,
          testTimeout: 240_000,
        },
      },
      {
        // Its peers are installed by `npm run test:compared`.
        extends: true,
        test: { name: 'compared', include: ['test/compared/*.test.ts'], testTimeout: 240_000 },
      },
      {
        // Needs peers that are not npm packages (Go, memcached), so only `npm run test:interop` runs it.
        extends: true,
        test: { name: 'interop', include: ['test/interop/**/*.test.ts'], testTimeout: 600_000 },
      },
    ],
  },
});
