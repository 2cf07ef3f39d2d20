import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from './consumer.ts';

interface Manifest {
  readonly version: string;
  readonly license: string;
  readonly exports: Readonly<Record<string, string | { readonly 'timed-operation-source': string }>>;
  readonly peerDependencies: Readonly<Record<string, string>>;
}
interface JsrManifest {
  readonly version: string;
  readonly license: string;
  readonly exports: Readonly<Record<string, string>>;
  readonly imports: Readonly<Record<string, string>>;
}

const npm = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Manifest;
const jsr = JSON.parse(readFileSync(join(root, 'jsr.json'), 'utf8')) as JsrManifest;

test('jsr.json exports the sources of the same entries, under the same names', () => {
  const entries = Object.entries(npm.exports).flatMap(([name, target]) =>
    typeof target === 'string' ? [] : [[name, target['timed-operation-source']]],
  );
  expect(jsr.exports).toEqual(Object.fromEntries(entries));
  expect(Object.values(jsr.exports).filter((file) => !existsSync(join(root, file)))).toEqual([]);
});

test('it has the same version and licence, and knows every peer', () => {
  expect([jsr.version, jsr.license]).toEqual([npm.version, npm.license]);
  // A JSR import takes one major version, where npm's range of a peer takes several.
  expect(Object.keys(jsr.imports)).toEqual(Object.keys(npm.peerDependencies));
});
