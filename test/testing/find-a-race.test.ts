import { expect, test, vi } from 'vitest';

test('the example finds the race in its client, and none in the fixed one', async () => {
  const log = vi.spyOn(console, 'log').mockImplementation(() => {});
  await import('../../examples/find-a-race.ts');
  const [broken, fixed] = log.mock.calls.map(([text]) => String(text));
  log.mockRestore();
  expect(broken).toContain("get('b') gave 'A'");
  expect(broken).toContain('1 steps out of their natural order');
  expect(fixed).toContain('FixedLineClient: no race found');
});
