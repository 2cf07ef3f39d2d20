import { vi } from 'vitest';

/** An abort controller whose signal counts how often a listener was added and removed. */
export function spiedSignal() {
  const controller = new AbortController();
  const { signal } = controller;
  const added = vi.spyOn(signal, 'addEventListener');
  const removed = vi.spyOn(signal, 'removeEventListener');
  return { controller, signal, counts: () => [added.mock.calls.length, removed.mock.calls.length] };
}
