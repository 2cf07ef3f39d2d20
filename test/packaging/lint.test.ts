import { expect, inject, test } from 'vitest';
import { root, toolFile, tryRun } from './consumer.ts';

const { tarball } = inject('consumer');

test('publint finds nothing to say about the tarball', () => {
  const publint = toolFile('publint/src/cli.js', true);
  const { status, text } = tryRun(process.execPath, [publint, tarball, '--strict'], root);
  expect(text).toContain('All good!');
  expect(status).toBe(0);
});

test('the types are not wrong, for any way in which an ES module is resolved', () => {
  const attw = toolFile('@arethetypeswrong/cli/dist/index.js', true);
  const args = [attw, tarball, '--profile', 'esm-only', '--no-emoji', '--no-color', '--format', 'ascii'];
  const { status, text } = tryRun(process.execPath, args, root);
  // It ends with 0 only when nothing is wrong that the profile does not leave out.
  expect(status, text).toBe(0);
  expect(text).toContain('OK (ESM)');
});
